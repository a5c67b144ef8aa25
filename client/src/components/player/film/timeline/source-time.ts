import { clipAt } from './shown-at.ts';
import type { FilmTimeline, PlacedClip } from './timeline.ts';

/** Returns the second of the source that a clip shows at a second of the film. */
export const sourceAt = ({ from, rate, start, end }: PlacedClip, second: number): number =>
  from + (Math.min(end, Math.max(start, second)) - start) * rate;

/** Returns the second of the film at which a clip shows a second of its source that is inside the clip. */
export const filmAt = ({ from, rate, start, end }: PlacedClip, source: number): number =>
  rate === 0 ? start : Math.min(end, Math.max(start, start + (source - from) / rate));

/**
 * Returns the second of the film at which a part shows a second of its source, or the nearest one that it
 * shows. Returns `null` for a part without a source.
 */
export function filmSecondOf(timeline: FilmTimeline, id: string, source: number): number | null {
  let best: { away: number; at: number } | null = null;
  for (const clip of timeline.leads) {
    if (clip.part.id !== id) continue;
    const at = Math.min(clip.leads.to, Math.max(clip.leads.from, filmAt(clip, source)));
    const away = Math.abs(sourceAt(clip, at) - source);
    if (!best || away < best.away) best = { away, at };
  }
  return best && best.at;
}

/** Whether a part shows a second of a video. */
const shows = ({ leads }: FilmTimeline, id: string, src: string, source: number): boolean =>
  leads.some(
    ({ part, rate, from, start, end }) =>
      part.id === id && part.src === src && source >= from && source < from + (end - start) * rate,
  );

/**
 * Returns the second of an edited film that continues the frame at `second` of the earlier one. It is the
 * same frame of the same part, or of a part that has contained it since, as after a split. Otherwise it is
 * the nearest second of the part or, if the part was removed, the start of the next remaining part.
 */
export function followEdit(before: FilmTimeline, after: FilmTimeline, second: number): number {
  const at = clipAt(before, second);
  const clip = before.leads[at];
  if (!clip) return 0;
  const { id, src } = clip.part;
  const place = after.parts.get(id);
  if (src !== null && clip.rate > 0) {
    const source = sourceAt(clip, second);
    const heir = [id, ...after.parts.keys()].find(
      (one) => shows(after, one, src, source) && (one === id || !shows(before, one, src, source)),
    );
    const filmSecond = filmSecondOf(after, heir ?? id, source);
    if (filmSecond !== null) return filmSecond;
  }
  if (place) return Math.min(place.end, Math.max(place.start, place.start + second - clip.place.start));
  const next = before.leads.slice(at).find(({ part }) => after.parts.has(part.id));
  return next ? after.parts.get(next.part.id)!.start : after.length;
}
