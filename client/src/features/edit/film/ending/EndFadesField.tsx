import type { ReactElement } from 'react';
import { END_FADE } from '#contract/end-fades.ts';

/** Whether the film's audio fades at its start and its end. */
export function EndFadesField({
  value,
  onChange,
}: {
  value: boolean;
  onChange: (next: boolean) => void;
}): ReactElement {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="accent-accent mt-px size-5 shrink-0"
      />
      <span>
        Fade audio at the start and end
        <span className="text-muted block text-xs">{END_FADE} s each.</span>
      </span>
    </label>
  );
}
