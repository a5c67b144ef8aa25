import type { ReactElement, ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** The input, and what is said about it. */
  children: ReactNode;
}

/** A field of a form under its label. */
export function Field({ label, children }: FieldProps): ReactElement {
  return (
    <label className="block space-y-1.5">
      <span className="block text-sm font-medium">{label}</span>
      {children}
    </label>
  );
}
