import type { Excerpt } from '#contract/excerpt.ts';
import { excerptMs, excerptOf, lengthMs } from '#film/time/section-length.ts';
import { SECTION_TRIM_MIN_MS, type Section, type Word } from '#contract/sections.ts';

/** The shortest range that an edit may leave, in seconds. */
export const MIN_RANGE = SECTION_TRIM_MIN_MS / 1000;

export type Edge = 'start' | 'end';
export interface Span {
  start: number;
  end: number;
}

export const toMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const spanOf = (section: Section): Span => ({ start: section.startTime, end: section.endTime });

/** The excerpt of its source that a section plays. */
export const sectionExcerpt = ({ startTime, endTime, ...section }: Section): Excerpt =>
  excerptOf(
    { ...section, startMs: Math.round(startTime * 1000), endMs: Math.round(endTime * 1000) },
    section.media,
  );

/** Returns the duration of the source that a section plays, in seconds. */
export const playedLength = (section: Section): number => excerptMs(sectionExcerpt(section)) / 1000;

/** Returns the duration of a section in the film without a narration, in seconds. */
export const ownLength = (section: Section): number => lengthMs(sectionExcerpt(section)) / 1000;

/** Whether a section is part of a video that can be trimmed and split. */
export function hasRange(section: Section): boolean {
  return section.media === 'video' && section.preview !== null;
}

/** Whether the preview can play a section now. */
export function canPlay({ media, preview }: Section): boolean {
  return media === 'none' || (media === 'video' ? preview?.videoUrl != null : preview !== null);
}

/** Returns the strip's window: the range with some video on both sides, in seconds of the video. */
export function windowAround(range: Span, length: number): Span {
  const around = Math.max(2, (range.end - range.start) * 0.25);
  return { start: Math.max(0, range.start - around), end: Math.min(length, range.end + around) };
}

/**
 * Returns the range after an edge was moved to a time. The edge stays inside the video, and at least the
 * shortest range away from the other edge.
 */
export function moveEdge(range: Span, edge: Edge, to: number, length: number): Span {
  if (edge === 'start') {
    return { ...range, start: toMs(Math.max(0, Math.min(range.end - MIN_RANGE, to))) };
  }
  return { ...range, end: toMs(Math.min(length, Math.max(range.start + MIN_RANGE, to))) };
}

/** Returns the nearest of the points within `within` seconds of a time, otherwise the time itself. */
export function snapTo(time: number, points: readonly number[], within: number): number {
  let best = time;
  let distance = within;
  for (const point of points) {
    const away = Math.abs(point - time);
    if (away > distance) continue;
    distance = away;
    best = point;
  }
  return best;
}

/** Returns the times of words to which an edge snaps: the starts for a start, the ends for an end. */
export const edgesOfWords = (edge: Edge, words: readonly Word[]): number[] => words.map((word) => word[edge]);

/** Whether a section can be split at a time of its video, in seconds. */
export function canSplit(range: Span, at: number): boolean {
  return at - range.start >= MIN_RANGE && range.end - at >= MIN_RANGE;
}

/**
 * Returns the highest peak in each of `count` columns of a window, 0 to 100. There are `perSecond` peaks per
 * second.
 */
export function columnPeaks(
  peaks: readonly number[],
  perSecond: number,
  view: Span,
  count: number,
): number[] {
  const step = ((view.end - view.start) * perSecond) / count;
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor(view.start * perSecond + column * step);
    const to = Math.max(from + 1, Math.floor(view.start * perSecond + (column + 1) * step));
    let highest = 0;
    for (let at = from; at < to; at++) highest = Math.max(highest, peaks[at] ?? 0);
    return highest;
  });
}

/** Returns the strip's window. It moves only if the range no longer fits into it. */
export function moveWindow(view: Span, range: Span, length: number): Span {
  const spare = 0.5;
  const roomBefore = range.start - view.start >= Math.min(spare, range.start);
  const roomAfter = view.end - range.end >= Math.min(spare, length - range.end) - 0.001;
  const large = range.end - range.start >= (view.end - view.start) * 0.2;
  if (roomBefore && roomAfter && large) return view;
  const laid = windowAround(range, length);
  // A short range always yields the same window, otherwise the window would move forever.
  return laid.start === view.start && laid.end === view.end ? view : laid;
}
