import type { ClearRows } from '../plan.ts';

/** A frame of a video and when the film should show it. */
export interface Mark {
  /** In ms of the film. */
  filmMs: number;
  /** Grey values as in Looks. */
  pixels: Uint8Array;
}

/** Small grey frames of a film, one after another. */
export interface Looks {
  frames: Uint8Array;
  /** The first frame's number in the film. */
  first: number;
  width: number;
  height: number;
  frameRate: number;
}

/** Where a mark is in the film: by how many ms later than promised, or nowhere near. `null` if that cannot be known. */
export type Place = { shiftMs: number } | 'gone' | null;

/** A frame is searched this far in both directions, in ms. */
export const REACH_MS = 2000;
/** A frame that is no further away than this is where it belongs, in ms. */
const IN_PLACE_MS = 100;
/** Differences of two frames, as the mean of their pixels' of 255: of the same frame encoded twice, at most; and of others. */
const SAME = 6;
const OTHER = 14;
/** A frame is elsewhere if the promised one differs so much more from it. */
const CLEARLY = { times: 1.5, more: 1.2 };
/** Frames that differ hardly more from it than the one that is most like it. */
const ALIKE = { times: 1.15, more: 0.3 };

/** Finds frames of a video in a film, each near the time at which the film should show it. */
export function placesOf(marks: readonly Mark[], looks: Looks, [top, bottom]: ClearRows): Place[] {
  const { frames, first: offset, width, height, frameRate } = looks;
  const bytes = width * height;
  const count = Math.floor(frames.length / bytes);
  const rows = { from: Math.floor(top * height) * width, to: Math.ceil(bottom * height) * width };
  const inFrames = (ms: number) => Math.round((ms * frameRate) / 1000);
  return marks.map(({ filmMs, pixels }) => {
    const promised = inFrames(filmMs);
    const first = Math.max(offset, promised - inFrames(REACH_MS));
    const last = Math.min(offset + count - 1, promised + inFrames(REACH_MS));
    const differences = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      shift: first + at - promised,
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
    // A picture that stands still is everywhere.
    if (!differences.some((one) => one.difference > other)) return null;
    if (inPlace <= other) return inPlace <= SAME ? { shiftMs: 0 } : null;
    // Of the frames that look like it the nearest one: a picture that stands for a while is no further away.
    const nearest = differences
      .filter((one) => one.difference <= best * ALIKE.times + ALIKE.more)
      .reduce((a, b) => (Math.abs(b.shift) < Math.abs(a.shift) ? b : a));
    return { shiftMs: (nearest.shift * 1000) / frameRate };
  });
}

/** The mean difference of a frame's clear rows from those of a film's frame. */
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

/** Where a section's first and last frames are in the film. */
export interface SectionPlace {
  /** By how many ms later than promised its first and its last frames are; `null` if that cannot be known. */
  startShiftMs: number | null;
  endShiftMs: number | null;
  /** How much is nowhere in the film before the first frame that was found and after the last one, in ms at least. */
  missingStartMs: number;
  missingEndMs: number;
  /** When the last frame should be shown, in ms of the film; `null` if it was not found. */
  lastFoundMs: number | null;
}

/** How many frames at either end decide, and how many of those must be found in the same place. */
const DECIDING = 6;
const LEAST_AGREEING = 2;
/** The same place, in ms. */
const AGREEING_MS = 150;
/** The part of the frames whose place is known that must be in the same one. */
const LEAST_SHARE = 0.5;

/** Sums up where a section's frames are, in order of time. */
export function placeOfSection(marks: readonly Mark[], places: readonly Place[]): SectionPlace {
  const found = places.map((place) => place !== null && place !== 'gone');
  const first = found.indexOf(true);
  const last = found.lastIndexOf(true);
  const agreed = found.filter(Boolean).length >= LEAST_AGREEING;
  const gone = (from: number, to: number) => {
    const range = places.slice(from, to);
    return agreed && range.length > 0 && range.every((place) => place === 'gone');
  };
  const at = (index: number) => marks[index]!.filmMs;
  return {
    startShiftMs: commonShift(places.slice(0, DECIDING)),
    endShiftMs: commonShift(places.slice(-DECIDING)),
    missingStartMs: gone(0, first) ? at(first - 1) - at(0) : 0,
    lastFoundMs: last >= 0 && last === places.length - 1 ? at(last) : null,
    missingEndMs: gone(last + 1, places.length) ? at(places.length - 1) - at(last + 1) : 0,
  };
}

function commonShift(places: readonly Place[]): number | null {
  const shifts = places
    .flatMap((place) => (place === null || place === 'gone' ? [] : [place.shiftMs]))
    .toSorted((a, b) => a - b);
  const middle = shifts[Math.floor(shifts.length / 2)];
  if (middle === undefined) return null;
  const agreeing = shifts.filter((shift) => Math.abs(shift - middle) <= AGREEING_MS).length;
  return agreeing >= LEAST_AGREEING && agreeing >= shifts.length * LEAST_SHARE ? middle : null;
}
