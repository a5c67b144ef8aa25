import { useId, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';

interface GroupProps {
  title: string;
  danger?: boolean;
  children: ReactNode;
}

export function Group({ title, danger, children }: GroupProps): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('panel space-y-4 p-5', danger && 'border-danger/40')}>
      <h2 id={id} className={clsx('text-base font-semibold', danger && 'text-danger')}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A setting's label on the left and its control on the right; on small screens the control is below. */
export function GroupRow({
  title,
  hint,
  children,
}: {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{title}</p>
        <p className="text-muted text-xs">{hint}</p>
      </div>
      {children}
    </div>
  );
}
