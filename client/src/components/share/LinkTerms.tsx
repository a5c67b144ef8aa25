import type { ReactElement, ReactNode } from 'react';
import { MAX_SHARE_PASSWORD } from '#contract/limits.ts';
import { formatTimeOfDay } from '../../lib/format.ts';
import { Field } from '../ui/controls/Field.tsx';
import { NativeSelect } from '../ui/controls/NativeSelect.tsx';
import { type End, ENDS } from './link-ends.ts';
import { CheckboxField } from '../ui/controls/Field.tsx';

interface LinkTermsProps {
  /** The chosen expiry, or the time at which an existing link expires. */
  end: End | { at: string };
  onEnd: (end: End) => void;
  password: ReactNode;
  downloads: boolean;
  onDownloads: (downloads: boolean) => void;
}

/** The terms of a share link: its expiry, its password and whether viewers can download the film. */
export function LinkTerms({ end, onEnd, password, downloads, onDownloads }: LinkTermsProps): ReactElement {
  const fixed = typeof end === 'string' ? null : end.at;
  const options = fixed === null ? ENDS : [{ value: fixed, label: `On ${formatTimeOfDay(fixed)}` }, ...ENDS];
  const choose = (value: string): void => {
    const chosen = ENDS.find((option) => option.value === value);
    if (chosen) onEnd(chosen.value);
  };
  return (
    <>
      <NativeSelect
        label="Expires"
        showLabel
        value={typeof end === 'string' ? end : end.at}
        options={options}
        onChange={choose}
      />
      {password}
      <CheckboxField label="Viewers can download the file" checked={downloads} onChange={onDownloads} />
    </>
  );
}

interface PasswordFieldProps {
  label: string;
  note?: string;
  value: string;
  onChange: (password: string) => void;
}

/** A new password of a share link. */
export function PasswordField({ label, note, value, onChange }: PasswordFieldProps): ReactElement {
  return (
    <Field label={label} note={note}>
      {(input) => (
        <input
          {...input}
          type="password"
          autoComplete="new-password"
          value={value}
          maxLength={MAX_SHARE_PASSWORD}
          onChange={(event) => onChange(event.target.value)}
          className="field"
        />
      )}
    </Field>
  );
}
