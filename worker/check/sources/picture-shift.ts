import type { ClearRows } from '../plan.ts';

/** A frame of a video and the time at which the film should show it. */
export interface Mark {
  /** In ms of the film. */
  filmMs: number;
  /** Grey values as in `FilmFrames`. */
  pixels: Uint8Array;
}

/** Small grey frames of a film, one after another. */
export interface FilmFrames {
  frames: Uint8Array;
  /** The first frame's number in the film. */
  first: number;
  width: number;
  height: number;
  frameRate: number;
}

/**
 * By how many ms a frame is later in the film than planned; 'gone' if it is not near; `null` if this is
 * unknown.
 */
export type Place = { shiftMs: number } | 'gone' | null;

/** How far a frame is searched in either direction, in ms. */
export const REACH_MS = 2000;
/** A frame within this distance is in place, in ms. */
const IN_PLACE_MS = 100;
/** The largest mean difference of two encodings of the same frame, per pixel of 255. */
const SAME = 6;
/** The minimum mean difference of different frames, per pixel of 255. */
const OTHER = 14;
/** A frame has moved if the difference in place exceeds the least difference by this. */
const CLEARLY = { times: 1.5, more: 1.2 };
/**
 * Frames match as well as the best one if their difference exceeds the least difference by no more than this.
 */
const ALIKE = { times: 1.15, more: 0.3 };

/** Finds frames of a video in a film, each near the time at which the film should show it. */
export function placesOf(marks: readonly Mark[], looks: FilmFrames, [top, bottom]: ClearRows): Place[] {
  const { frames, first: offset, width, height, frameRate } = looks;
  const bytes = width * height;
  const count = Math.floor(frames.length / bytes);
  const rows = { from: Math.floor(top * height) * width, to: Math.ceil(bottom * height) * width };
  const inFrames = (ms: number) => Math.round((ms * frameRate) / 1000);
  return marks.map(({ filmMs, pixels }) => {
    const expected = inFrames(filmMs);
    const first = Math.max(offset, expected - inFrames(REACH_MS));
    const last = Math.min(offset + count - 1, expected + inFrames(REACH_MS));
    const differences = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      shift: first + at - expected,
      difference: difference(pixels, frames, (first + at - offset) * bytes, rows),
    }));
    const best = Math.min(...differences.map((one) => one.difference));
    const inPlace = Math.min(
      ...differences
        .filter(({ shift }) => Math.abs(shift) <= inFrames(IN_PLACE_MS))
        .map((one) => one.difference),
    );
    if (best > SAME) return inPlace > OTHER ? 'gone' : null;
    const other = best * CLEARLY.times + CLEARLY.more;
    // A frozen picture matches at every shift.
    if (!differences.some((one) => one.difference > other)) return null;
    if (inPlace <= other) return inPlace <= SAME ? { shiftMs: 0 } : null;
    // Of all matching frames the nearest one counts, because a picture may be frozen for a while.
    const nearest = differences
      .filter((one) => one.difference <= best * ALIKE.times + ALIKE.more)
      .reduce((a, b) => (Math.abs(b.shift) < Math.abs(a.shift) ? b : a));
    return { shiftMs: (nearest.shift * 1000) / frameRate };
  });
}

/** Returns the mean difference between the clear rows of a frame and of a film's frame. */
function difference(
  pixels: Uint8Array,
  frames: Uint8Array,
  offset: number,
  { from, to }: { from: number; to: number },
): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.abs(pixels[at]! - frames[offset + at]!);
  return sum / Math.max(1, to - from);
}

/** The positions of a section's first and last frames in the film. */
export interface SectionPlace {
  /** By how many ms the first and the last frames are later than planned; `null` if this is unknown. */
  startShiftMs: number | null;
  endShiftMs: number | null;
  /**
   * The minimum duration that is missing before the first frame that was found and after the last one, in ms.
   */
  missingStartMs: number;
  missingEndMs: number;
  /** The planned time of the last frame, in ms of the film; `null` if the frame was not found. */
  lastFoundMs: number | null;
}

/** The number of frames that decide at either end. */
const DECIDING = 6;
/** The minimum number of frames that must have the same shift. */
const MIN_AGREEING = 2;
/** The tolerance of the same shift, in ms. */
const AGREEING_MS = 150;
/** The minimum share of the frames with a known shift that must have the same one. */
const MIN_SHARE = 0.5;

/** Summarises the positions of a section's frames, which are in order of time. */
export function placeOfSection(marks: readonly Mark[], places: readonly Place[]): SectionPlace {
  const isFound = places.map((place) => place !== null && place !== 'gone');
  const first = isFound.indexOf(true);
  const last = isFound.lastIndexOf(true);
  const agreed = isFound.filter(Boolean).length >= MIN_AGREEING;
  const isMissing = (from: number, to: number) => {
    const range = places.slice(from, to);
    return agreed && range.length > 0 && range.every((place) => place === 'gone');
  };
  const at = (index: number) => marks[index]!.filmMs;
  return {
    startShiftMs: commonShift(places.slice(0, DECIDING)),
    endShiftMs: commonShift(places.slice(-DECIDING)),
    missingStartMs: isMissing(0, first) ? at(first - 1) - at(0) : 0,
    lastFoundMs: last >= 0 && last === places.length - 1 ? at(last) : null,
    missingEndMs: isMissing(last + 1, places.length) ? at(places.length - 1) - at(last + 1) : 0,
  };
}

function commonShift(places: readonly Place[]): number | null {
  const shifts = places
    .flatMap((place) => (place === null || place === 'gone' ? [] : [place.shiftMs]))
    .toSorted((a, b) => a - b);
  const middle = shifts[Math.floor(shifts.length / 2)];
  if (middle === undefined) return null;
  const agreeing = shifts.filter((shift) => Math.abs(shift - middle) <= AGREEING_MS).length;
  return agreeing >= MIN_AGREEING && agreeing >= shifts.length * MIN_SHARE ? middle : null;
}
