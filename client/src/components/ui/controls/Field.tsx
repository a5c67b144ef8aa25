import { clsx } from 'clsx';
import { useId, type ReactElement, type ReactNode } from 'react';

/** The props that a field passes to its input. */
export interface FieldInput {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Why its value is refused, in a sentence; null while it is valid. */
  error?: string | null;
  /** A hint about its value. */
  note?: ReactNode;
  /** Puts the label beside the input instead of above it, in a column for short or for long labels. */
  inline?: 'short' | 'long';
  /** The input with its companions. */
  children: (input: FieldInput) => ReactNode;
}

const LABEL_WIDTHS = { short: 'w-10', long: 'w-18' };

/** A form's field with its label, and with a hint or error below. */
export function Field({ label, error = null, note = null, inline, children }: FieldProps): ReactElement {
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
        <div className="flex flex-wrap items-center gap-1.5">
          <label htmlFor={id} className={clsx('text-muted text-sm', LABEL_WIDTHS[inline])}>
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
