import type { ReactElement } from 'react';
import { END_FADE } from '#film/sound/end-fades.ts';
import { CheckboxField } from '../../../../components/ui/controls/Field.tsx';

/** The checkbox for fades of the film's audio at its start and end. */
export function EndFadesField({
  value,
  onChange,
}: {
  value: boolean;
  onChange: (next: boolean) => void;
}): ReactElement {
  return (
    <CheckboxField
      label="Fade audio at the start and end"
      note={`${END_FADE} s each.`}
      checked={value}
      onChange={onChange}
    />
  );
}
