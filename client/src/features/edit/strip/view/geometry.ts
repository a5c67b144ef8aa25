import type { Clip, PlacedPart } from '../../../../components/player/film/timeline/timeline.ts';
import { moveEdge, type Edge, type Span } from '../../section/ranges.ts';

/** A section's range in the film, in seconds of the film. Clips follow one another without gaps. */
export interface StripClip extends Span {
  id: string;
}

/** The visible part of the strip. */
export interface Visible {
  /** Pixels per second of the film. */
  scale: number;
  /** The scroll position: the width of the strip to the left of the visible part, in pixels. */
  left: number;
}

/** The length of the film in seconds, and the width of the strip's viewport in pixels. */
export interface Room {
  length: number;
  width: number;
}

/** The largest scale, at which a frame of the film is about ten pixels wide. */
export const MAX_SCALE = 240;
/** The minimum width of a clip with an element of its own, in pixels. A narrower one could not be pressed. */
export const NARROW = 24;
/** The average width of a clip when a long film is opened, in pixels. */
const OPENING_WIDTH = 72;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Returns the scale at which the whole film is visible. */
export const fitScale = ({ length, width }: Room): number =>
  length > 0 && width > 0 ? Math.min(MAX_SCALE, width / length) : MAX_SCALE;

/** Returns the initial scale. It shows the whole film, unless its clips would be too narrow to recognise. */
export const openingScale = (room: Room, count: number): number =>
  clamp(room.length > 0 ? (count * OPENING_WIDTH) / room.length : 0, fitScale(room), MAX_SCALE);

export const clampScale = (scale: number, room: Room): number => clamp(scale, fitScale(room), MAX_SCALE);

export const clampLeft = ({ scale, left }: Visible, { length, width }: Room): number =>
  clamp(left, 0, Math.max(0, length * scale - width));

/** Zooms by a factor. The position of the film at `at`, in pixels of the viewport, does not move. */
export function zoomAround(visible: Visible, factor: number, at: number, room: Room): Visible {
  const scale = clampScale(visible.scale * factor, room);
  const second = (visible.left + at) / visible.scale;
  return { scale, left: clampLeft({ scale, left: second * scale - at }, room) };
}

/**
 * Whether the visible part is inside a range of pixels, which is stretched by a factor. Nothing is beyond the
 * ends of the film.
 */
export function covers(range: Span, { scale, left }: Visible, stretch: number, room: Room): boolean {
  const end = Math.min(left + room.width, room.length * scale);
  return left >= range.start * stretch && end <= range.end * stretch;
}

/** The space beside a clip that was scrolled into view, in pixels. */
const MARGIN = 24;

/**
 * Returns the scroll position that shows a range of pixels with the least movement. A range that is wider
 * than the viewport counts as visible if any part of it is visible.
 */
export function revealed(left: number, width: number, { start, end }: Span): number {
  const isVisible = start >= left && end <= left + width;
  const fillsIt = end - start > width && start < left + width && end > left;
  if (isVisible || fillsIt) return left;
  return start < left || end - start > width - 2 * MARGIN ? start - MARGIN : end + MARGIN - width;
}

/** Returns the first index below `count` from which `holds` is true, otherwise `count`. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the range of clips between two seconds of the film, the end excluded. */
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

/** Returns the index of the clip at a second of the film; -1 if there is no clip. */
export function clipIndexAt(clips: readonly StripClip[], second: number): number {
  const index = firstWhere(clips.length, (at) => clips[at]!.end > second);
  return second >= 0 && index < clips.length ? index : -1;
}

/**
 * Returns the number of clips before a drop at a second of the film. A clip counts if its middle is before
 * it.
 */
export const gapAt = (clips: readonly StripClip[], second: number): number =>
  firstWhere(clips.length, (index) => (clips[index]!.start + clips[index]!.end) / 2 > second);

/** Returns the number of clips before a gap that are not dragged. */
export const placeOfGap = (ids: readonly string[], moved: ReadonlySet<string>, gap: number): number =>
  ids.slice(0, gap).filter((id) => !moved.has(id)).length;

/** A section whose edge is dragged. */
export interface EdgeDrag {
  range: Span;
  edge: Edge;
  /** Seconds of the source per second of the film at this edge. */
  rate: number;
  /** The length of the source, in seconds. */
  length: number;
}

/**
 * Returns the range after its edge was dragged by seconds of the film. It stays inside the source, and has
 * at least the shortest duration.
 */
export function trimmedBy(
  { range, edge, rate, length }: EdgeDrag,
  by: number,
  snap: (time: number) => number = (time) => time,
): Span {
  return moveEdge(range, edge, snap(range[edge] + by * rate), length);
}

/** Returns the distance by which an edge has moved, in seconds of the film. */
export const edgeMoved = ({ range, edge, rate }: EdgeDrag, to: Span): number =>
  (to[edge] - range[edge]) / rate;

/** Returns the duration of the transition before and after the cut of two parts, in seconds; 0 for a cut. */
export function joinReach(first: PlacedPart, second: PlacedPart): { before: number; after: number } {
  const { fall } = first;
  if (!fall) return { before: 0, after: 0 };
  if (fall.transition === 'dip') return { before: fall.seconds, after: second.rise?.seconds ?? 0 };
  return { before: first.end - second.from, after: first.until - first.end };
}

/** Returns the second of the source that a part shows at a second of the part. */
export function sourceSecond(clips: readonly Clip[], at: number): number {
  let since = at;
  let second = 0;
  for (const { from, length, rate } of clips) {
    second = from + clamp(since, 0, length) * rate;
    if (since < length) break;
    since -= length;
  }
  return second;
}

/** Returns the range of a clip's tiles within a range of pixels, the end excluded. */
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

/** The possible distances of the ruler's marks, in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
/** The minimum distance of the ruler's marks, in pixels. */
const MARK_ROOM = 64;

/** Returns the times of the ruler's marks in a range of the film, in seconds. */
export function rulerMarks({ start, end }: Span, scale: number): number[] {
  const step = STEPS.find((candidate) => candidate * scale >= MARK_ROOM) ?? 3600;
  const first = Math.max(0, Math.floor(start / step));
  const count = Math.max(0, Math.ceil(end / step) - first);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
