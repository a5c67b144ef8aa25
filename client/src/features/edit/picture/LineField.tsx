import { useState, type ReactElement } from 'react';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { tooLong } from '../../../lib/format.ts';

interface LineFieldProps {
  label: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}

/** Saves a line of text while it is typed. Escape restores the earlier text. */
export function LineField({ label, value, most, onChange }: LineFieldProps): ReactElement {
  const [previous, setPrevious] = useState(value);
  // A text that is too long stays in the field and is not saved until it is shortened.
  const [long, setLong] = useState<string | null>(null);
  const typed = long ?? value;
  return (
    <Field label={label} error={tooLong(typed, most, 'A line')}>
      {(input) => (
        <input
          {...input}
          value={typed}
          onFocus={() => setPrevious(value)}
          onChange={({ target }) => {
            const isLong = tooLong(target.value, most) !== null;
            setLong(isLong ? target.value : null);
            if (!isLong) onChange(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setLong(null);
            if (value !== previous) onChange(previous);
          }}
          className="field"
        />
      )}
    </Field>
  );
}
