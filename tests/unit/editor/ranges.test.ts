import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Section } from '#contract/sections.ts';
import {
  canSplit,
  columnPeaks,
  edgesOfWords,
  moveWindow,
  playedLength,
  MIN_RANGE,
  moveEdge,
  ownLength,
  snapTo,
  windowAround,
} from '../../../client/src/features/edit/section/ranges.ts';

const RANGE = { start: 10, end: 20 };
const LENGTH = 60;
const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: 1 });

it('returns how much of a section with cuts is played, and its length at its speed', () => {
  const cuts = [{ startMs: 1000, endMs: 2703 }];
  const section = { media: 'video', startTime: 0, endTime: 5.97, speed: 1.5, cuts } as unknown as Section;
  expect([playedLength(section), ownLength(section)]).toEqual([4.267, 2.845]);
});

describe('moveEdge', () => {
  it('moves one edge and leaves the other', () => {
    expect(moveEdge(RANGE, 'start', 12.3456, LENGTH)).toEqual({ start: 12.346, end: 20 });
    expect(moveEdge(RANGE, 'end', 18, LENGTH)).toEqual({ start: 10, end: 18 });
  });

  it('stays inside the video and never leaves less than the shortest range', () => {
    expect(moveEdge(RANGE, 'start', -5, LENGTH).start).toBe(0);
    expect(moveEdge(RANGE, 'end', 99, LENGTH).end).toBe(LENGTH);
    expect(moveEdge(RANGE, 'start', 25, LENGTH).start).toBe(20 - MIN_RANGE);
    expect(moveEdge(RANGE, 'end', 3, LENGTH).end).toBe(10 + MIN_RANGE);
  });

  it('returns a range that the server accepts, wherever an edge is dragged', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('start', 'end'),
        fc.double({ min: -100, max: 200, noNaN: true }),
        (edge, to) => {
          const { start, end } = moveEdge(RANGE, edge as 'start' | 'end', to, LENGTH);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(LENGTH);
          expect(end - start).toBeGreaterThanOrEqual(MIN_RANGE - 1e-9);
        },
      ),
    );
  });
});

describe('snapTo', () => {
  const words = [word('one', 10, 10.4), word('two', 10.6, 11)];

  it('snaps to the start of a word for the in point, and to its end for the out point', () => {
    expect(snapTo(10.55, edgesOfWords('start', words), 0.1)).toBe(10.6);
    expect(snapTo(10.45, edgesOfWords('end', words), 0.1)).toBe(10.4);
  });

  it('uses the nearest point, and none if none is near', () => {
    expect(snapTo(10.28, [10, 10.6], 1)).toBe(10);
    expect(snapTo(10.3, [10, 10.6], 0.1)).toBe(10.3);
    expect(snapTo(10.3, [], 5)).toBe(10.3);
  });
});

describe('the window of the timeline', () => {
  it('shows some video on both sides, within the video', () => {
    expect(windowAround(RANGE, LENGTH)).toEqual({ start: 7.5, end: 22.5 });
    expect(windowAround({ start: 0, end: 60 }, LENGTH)).toEqual({ start: 0, end: 60 });
  });

  it('stays while the range has room, and is placed again otherwise', () => {
    const view = windowAround(RANGE, LENGTH);
    expect(moveWindow(view, { start: 9, end: 21 }, LENGTH)).toBe(view);
    expect(moveWindow(view, { start: 10, end: 22.4 }, LENGTH)).not.toBe(view);
    expect(moveWindow(view, { start: 10, end: 11 }, LENGTH)).not.toBe(view);
    const whole = windowAround({ start: 0, end: LENGTH }, LENGTH);
    expect(moveWindow(whole, { start: 0, end: LENGTH }, LENGTH)).toBe(whole);
  });

  it('is stable: a window that was just placed stays', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 59, noNaN: true }),
        fc.double({ min: 0.5, max: 60, noNaN: true }),
        (start, length) => {
          const range = { start, end: Math.min(LENGTH, start + length) };
          fc.pre(range.end - range.start >= MIN_RANGE);
          const view = windowAround(range, LENGTH);
          expect(moveWindow(view, range, LENGTH)).toBe(view);
        },
      ),
    );
  });
});

it('splits only if both parts are long enough', () => {
  expect(canSplit(RANGE, 15)).toBe(true);
  expect(canSplit(RANGE, 10 + MIN_RANGE)).toBe(true);
  expect(canSplit(RANGE, 10.4)).toBe(false);
  expect(canSplit(RANGE, 19.9)).toBe(false);
  expect(canSplit(RANGE, 30)).toBe(false);
});

it('gives each column its loudest peak, and silence if it has no peak', () => {
  const peaks = [1, 2, 30, 4, 5, 60];
  expect(columnPeaks(peaks, 2, { start: 0, end: 3 }, 3)).toEqual([2, 30, 60]);
  expect(columnPeaks(peaks, 2, { start: 1, end: 3 }, 2)).toEqual([30, 60]);
  expect(columnPeaks(peaks, 2, { start: 2, end: 6 }, 2)).toEqual([60, 0]);
});
