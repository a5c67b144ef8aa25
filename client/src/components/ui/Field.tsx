import { clsx } from 'clsx';
import { useId, type ReactElement, type ReactNode } from 'react';

/** What a field's input takes from its field. */
export interface FieldInput {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Why its value is refused, in a sentence; null while it is not. */
  error?: string | null;
  /** What is told about its value. */
  note?: ReactNode;
  /** With the label beside the input instead of above it. */
  inline?: boolean;
  /** The input, and what stands beside it. */
  children: (input: FieldInput) => ReactNode;
}

/** A field of a form with its label, and what is said about its value below. */
export function Field({
  label,
  error = null,
  note = null,
  inline = false,
  children,
}: FieldProps): ReactElement {
  const id = useId();
  const [errorId, noteId] = [`${id}-error`, `${id}-note`];
  const said = [...(error === null ? [] : [errorId]), ...(note === null ? [] : [noteId])];
  const input = children({
    id,
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': said.length > 0 ? said.join(' ') : undefined,
  });
  return (
    <div className={inline ? undefined : 'space-y-1.5'}>
      {inline ? (
        <div className="flex items-center gap-1.5">
          <label htmlFor={id} className="text-muted w-10 text-sm">
            {label}
          </label>
          {input}
        </div>
      ) : (
        <>
          <label htmlFor={id} className="block text-sm font-medium">
            {label}
          </label>
          {input}
        </>
      )}
      {error === null ? null : (
        <p id={errorId} role="alert" className={clsx('text-danger text-xs', inline && 'mt-1')}>
          {error}
        </p>
      )}
      {note === null ? null : <div id={noteId}>{note}</div>}
    </div>
  );
}
