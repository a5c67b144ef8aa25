import type { Clip, PlacedPart } from '../../../../components/player/film/timeline.ts';
import { moveEdge, type Edge, type Span } from '../../section/ranges.ts';

/** A section in the film, in seconds of the film. Clips follow one another without gaps. */
export interface StripClip extends Span {
  id: string;
}

/** What is visible of the strip. */
export interface Visible {
  /** Pixels per second of the film. */
  scale: number;
  /** How many pixels of the strip are left of the visible part. */
  left: number;
}

/** The length of the film in seconds, and the width of the strip's viewport in pixels. */
export interface Room {
  length: number;
  width: number;
}

/** At this scale a frame of the film is about ten pixels wide. */
export const MAX_SCALE = 240;
/** A narrower clip has no element of its own: it could not be pressed, in pixels. */
export const NARROW = 24;
/** The average width of a clip with which a long film opens, in pixels. */
const OPENING_WIDTH = 72;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The scale at which the whole film is visible. */
export const fitScale = ({ length, width }: Room): number =>
  length > 0 && width > 0 ? Math.min(MAX_SCALE, width / length) : MAX_SCALE;

/** The scale with which the strip opens: the whole film, unless its clips would be too narrow to recognise. */
export const openingScale = (room: Room, count: number): number =>
  clamp(room.length > 0 ? (count * OPENING_WIDTH) / room.length : 0, fitScale(room), MAX_SCALE);

export const clampScale = (scale: number, room: Room): number => clamp(scale, fitScale(room), MAX_SCALE);

export const clampLeft = ({ scale, left }: Visible, { length, width }: Room): number =>
  clamp(left, 0, Math.max(0, length * scale - width));

/** Zooms by a factor; the second of the film at `at`, in pixels of the viewport, stays where it is. */
export function zoomAround(visible: Visible, factor: number, at: number, room: Room): Visible {
  const scale = clampScale(visible.scale * factor, room);
  const second = (visible.left + at) / visible.scale;
  return { scale, left: clampLeft({ scale, left: second * scale - at }, room) };
}

/** Space that stays beside a clip that was scrolled into view, in pixels. */
const MARGIN = 24;

/**
 * Where the viewport must be to show a range of pixels, moved as little as possible. A range that is wider than the
 * viewport counts as visible while any part of it is.
 */
export function revealed(left: number, width: number, { start, end }: Span): number {
  const isVisible = start >= left && end <= left + width;
  const fillsIt = end - start > width && start < left + width && end > left;
  if (isVisible || fillsIt) return left;
  return start < left || end - start > width - 2 * MARGIN ? start - MARGIN : end + MARGIN - width;
}

/** The first index below `count` from which on `holds` is true, or `count`. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The indices of the clips between two seconds of the film: from the first one up to, without, the second. */
export function clipsBetween(clips: readonly StripClip[], { start, end }: Span): [number, number] {
  const first = firstWhere(clips.length, (index) => clips[index]!.end > start);
  return [
    first,
    Math.max(
      first,
      firstWhere(clips.length, (index) => clips[index]!.start >= end),
    ),
  ];
}

/** The index of the clip at a second of the film; -1 before the first and after the last one. */
export function clipIndexAt(clips: readonly StripClip[], second: number): number {
  const index = firstWhere(clips.length, (at) => clips[at]!.end > second);
  return second >= 0 && index < clips.length ? index : -1;
}

/** How many clips are before a second of the film at which a clip is dropped: a clip counts up to its middle. */
export const gapAt = (clips: readonly StripClip[], second: number): number =>
  firstWhere(clips.length, (index) => (clips[index]!.start + clips[index]!.end) / 2 > second);

/** How many of the clips that stay are before a gap. */
export const placeOfGap = (ids: readonly string[], moved: ReadonlySet<string>, gap: number): number =>
  ids.slice(0, gap).filter((id) => !moved.has(id)).length;

/** A section whose edge is dragged. */
export interface EdgeDrag {
  range: Span;
  edge: Edge;
  /** Seconds of the source in a second of the film at this edge. */
  rate: number;
  /** The length of the source, in seconds. */
  length: number;
}

/** The range after its edge was dragged by seconds of the film, inside the source and not shorter than allowed. */
export function trimmedBy(
  { range, edge, rate, length }: EdgeDrag,
  by: number,
  snap: (time: number) => number = (time) => time,
): Span {
  return moveEdge(range, edge, snap(range[edge] + by * rate), length);
}

/** By how many seconds of the film an edge has moved. */
export const edgeMoved = ({ range, edge, rate }: EdgeDrag, to: Span): number =>
  (to[edge] - range[edge]) / rate;

/** How long the transition between two parts lasts before and after their cut, in seconds; 0 for a cut. */
export function joinReach(first: PlacedPart, second: PlacedPart): { before: number; after: number } {
  const { fall } = first;
  if (!fall) return { before: 0, after: 0 };
  if (fall.transition === 'dip') return { before: fall.seconds, after: second.rise?.seconds ?? 0 };
  return { before: first.end - second.from, after: first.until - first.end };
}

/** The second of the source that a part shows at a second of the part. */
export function sourceSecond(clips: readonly Clip[], at: number): number {
  let since = at;
  let shown = 0;
  for (const { from, length, rate } of clips) {
    shown = from + clamp(since, 0, length) * rate;
    if (since < length) break;
    since -= length;
  }
  return shown;
}

/** The tiles of a clip that are within a range of pixels: from the first one up to, without, the second. */
export function tilesBetween(
  clip: { x: number; width: number },
  range: Span,
  tile: number,
): [number, number] {
  const count = Math.ceil(clip.width / tile);
  const at = (pixel: number): number => (pixel - clip.x) / tile;
  const first = clamp(Math.floor(at(range.start)), 0, count);
  return [first, clamp(Math.ceil(at(range.end)), first, count)];
}

/** Distances of the ruler's marks, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
/** The least distance of the ruler's marks, in pixels. */
const MARK_ROOM = 64;

/** The seconds that the ruler marks in a range of seconds of the film. */
export function rulerMarks({ start, end }: Span, scale: number): number[] {
  const step = STEPS.find((one) => one * scale >= MARK_ROOM) ?? 3600;
  const first = Math.max(0, Math.floor(start / step));
  const count = Math.max(0, Math.ceil(end / step) - first);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
