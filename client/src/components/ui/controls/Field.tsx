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
  /** The reason why the value is invalid, in a sentence; `null` if it is valid. */
  error?: string | null;
  /** A hint about its value. */
  note?: ReactNode;
  /** Puts the label beside the input instead of above it, in a column for short or for long labels. */
  inline?: 'short' | 'long';
  /** The input and the elements beside it. */
  children: (input: FieldInput) => ReactNode;
}

const LABEL_WIDTHS = { short: 'w-10', long: 'w-18' };

/** A form field with its label, and with a hint or error below. */
export function Field({ label, error = null, note = null, inline, children }: FieldProps): ReactElement {
  const id = useId();
  const [errorId, noteId] = [`${id}-error`, `${id}-note`];
  const describedBy = [...(error === null ? [] : [errorId]), ...(note === null ? [] : [noteId])];
  const input = children({
    id,
    'aria-invalid': error === null ? undefined : true,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
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

interface CheckboxFieldProps {
  label: string;
  /** The effect of the checkbox, in a sentence. */
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox with its label beside it. The whole line can be pressed. */
export function CheckboxField({ label, note, checked, onChange }: CheckboxFieldProps): ReactElement {
  return (
    <label className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1.5 text-sm font-medium pointer-coarse:min-h-11 pointer-coarse:py-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="accent-accent size-5 shrink-0"
      />
      <span>
        {label}
        {note ? <span className="text-muted block text-xs font-normal">{note}</span> : null}
      </span>
    </label>
  );
}
