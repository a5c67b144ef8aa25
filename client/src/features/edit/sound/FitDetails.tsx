import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { filmLength, describeFit } from '../section/fit-words.ts';

/** Shows the section's duration in the film, and how it was extended for its narration. */
export function FitDetails({ section }: { section: Section }): ReactElement | null {
  const { narrated, fit, media, duration } = section;
  if (!narrated) return null;
  const words = describeFit(fit);
  return (
    <div className="bg-surface-2 space-y-1.5 rounded-md px-3 py-2 text-xs">
      <p className="tabular-nums">
        <span className="font-medium">In the film: {filmLength(section)}</span>
        {media === 'video' ? <span className="text-muted"> (range {preciseTime(duration)})</span> : null}
      </p>
      {words.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {words.map((text) => (
            <li key={text} className="bg-surface border-line rounded-full border px-2 py-0.5">
              {text}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{fitSentence(section)}</p>
      )}
    </div>
  );
}

function fitSentence({ media, fit }: Section): string {
  if (media !== 'video') return 'Shows for 3 s, or as long as the narration.';
  return fit
    ? 'The narration fits without changes.'
    : 'We’ll know the exact length after recording the narration.';
}
