import type { Placement } from '#contract/framing.ts';

/** A stretch of a part that plays its source at one speed. Times in seconds. */
export interface Clip {
  /** How long it lasts in the film. */
  length: number;
  /** The second of the source with which it begins. */
  from: number;
  /** Seconds of the source in a second of the film; 0 holds the picture. */
  rate: number;
}

export interface PartSound {
  /** Factors of the own sound and of that under a narration; 0 is silent. */
  own: number;
  under: number;
  /** How loud the own sound is at a second of the part, as a part of these: it may rise and fall. */
  fade: (at: number) => number;
  narration: {
    url: string;
    tempo: number;
    /** When it begins, and when it speaks, in seconds of the part. */
    lead: number;
    spoken: { start: number; end: number }[];
  } | null;
}

/** A part of a film, such as a section. */
export interface FilmPart {
  id: string;
  /** The video's URL; null for a still. */
  src: string | null;
  /** One after another. */
  clips: Clip[];
  sound: PartSound;
  placement: Placement;
}

/** A clip in the film; times in seconds of the film. */
export interface PlacedClip extends Clip {
  part: FilmPart;
  start: number;
  end: number;
}

export interface FilmTimeline {
  clips: PlacedClip[];
  /** When each part begins and ends, by its id. */
  parts: Map<string, { start: number; end: number }>;
  length: number;
}

export const EMPTY: FilmTimeline = { clips: [], parts: new Map(), length: 0 };

/** Puts parts one after another. */
export function layOut(parts: FilmPart[]): FilmTimeline {
  const clips: PlacedClip[] = [];
  const places: FilmTimeline['parts'] = new Map();
  let at = 0;
  for (const part of parts) {
    const start = at;
    for (const clip of part.clips) {
      clips.push({ ...clip, part, start: at, end: at + clip.length });
      at += clip.length;
    }
    places.set(part.id, { start, end: at });
  }
  return { clips, parts: places, length: at };
}

/** The place among the clips of the one that plays at a second of the film; the last one at its end, -1 without any. */
export function clipAt({ clips }: FilmTimeline, second: number): number {
  const found = clips.findIndex(({ end }) => second < end);
  return found >= 0 ? found : clips.length - 1;
}

/** The second of the source that a clip shows at a second of the film. */
export const sourceAt = ({ from, rate, start, end }: PlacedClip, second: number): number =>
  from + (Math.min(end, Math.max(start, second)) - start) * rate;

/** The second of the film at which a clip shows a second of its source, inside the clip. */
export const filmAt = ({ from, rate, start, end }: PlacedClip, source: number): number =>
  rate === 0 ? start : Math.min(end, Math.max(start, start + (source - from) / rate));

/** The second of the film at which a part shows a second of its source, or the nearest that it shows; null without it. */
export function filmSecondOf({ clips }: FilmTimeline, id: string, source: number): number | null {
  let best: { away: number; at: number } | null = null;
  for (const clip of clips) {
    if (clip.part.id !== id) continue;
    const at = filmAt(clip, source);
    const away = Math.abs(sourceAt(clip, at) - source);
    if (!best || away < best.away) best = { away, at };
  }
  return best && best.at;
}

/**
 * The second of an edited film that continues what showed at `second` of the earlier one: the same picture of the same
 * part, or where the part was removed, the start of the next part that is still there.
 */
export function followEdit(before: FilmTimeline, after: FilmTimeline, second: number): number {
  const at = clipAt(before, second);
  const clip = before.clips[at];
  if (!clip) return 0;
  const { id, src } = clip.part;
  if (after.parts.has(id)) {
    const isVideo = src !== null && clip.rate > 0;
    const place = after.parts.get(id)!;
    if (isVideo) return filmSecondOf(after, id, sourceAt(clip, second)) ?? place.start;
    return Math.min(place.end, place.start + second - before.parts.get(id)!.start);
  }
  const next = before.clips.slice(at).find(({ part }) => after.parts.has(part.id));
  return next ? after.parts.get(next.part.id)!.start : after.length;
}
