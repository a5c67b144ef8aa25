import type { ReactElement } from 'react';
import { END_FADE } from '#film/sound/end-fades.ts';
import { CheckboxField } from '../../../../components/ui/controls/Field.tsx';

/** Whether the film's audio fades at its start and its end. */
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
