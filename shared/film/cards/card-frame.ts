import type { Excerpt } from '#contract/excerpt.ts';
import type { CardFrame } from '#contract/section-settings.ts';
import { remainingParts } from '../time/cuts.ts';
import { FILM_FRAME_RATE, framesToMs } from '../frames.ts';

/**
 * Returns the frame behind a title card: the first frame of the nearest later video, or the last one of the
 * nearest earlier video. Returns `null` if there is no such video. `sections` are all of the film in order,
 * `null` for one without video, and `index` is the card's position.
 */
export function frameBehind(
  from: CardFrame,
  sections: readonly (Excerpt | null)[],
  index: number,
): { index: number; atMs: number } | null {
  if (from === 'none') return null;
  const frameIndex =
    from === 'after'
      ? sections.findIndex((excerpt, at) => at > index && excerpt !== null)
      : sections.findLastIndex((excerpt, at) => at < index && excerpt !== null);
  const excerpt = sections[frameIndex];
  if (!excerpt) return null;
  const parts = remainingParts(excerpt);
  const [first, last] = [parts[0] ?? excerpt, parts.at(-1) ?? excerpt];
  const lastMs = Math.max(last.startMs, last.endMs - Math.ceil(framesToMs(2, FILM_FRAME_RATE)));
  return { index: frameIndex, atMs: from === 'after' ? first.startMs : lastMs };
}
