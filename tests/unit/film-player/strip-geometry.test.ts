import { describe, expect, it } from 'vitest';
import { UNFRAMED } from '#contract/placement.ts';
import type { Transition } from '#contract/section-settings.ts';
import { type FilmPart, layOut } from '../../../client/src/components/player/film/timeline/timeline.ts';
import {
  clampLeft,
  clipIndexAt,
  clipsBetween,
  covers,
  edgeMoved,
  type EdgeDrag,
  fitScale,
  gapAt,
  joinReach,
  MAX_SCALE,
  openingScale,
  placeOfGap,
  revealed,
  rulerMarks,
  sourceSecond,
  type StripClip,
  tilesBetween,
  trimmedBy,
  zoomAround,
} from '../../../client/src/features/edit/strip/view/geometry.ts';

/** So many clips of ten seconds, named after their numbers from 0 on. */
const clips = (count: number): StripClip[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    start: index * 10,
    end: index * 10 + 10,
  }));
const THREE = clips(3);

describe('scale of the film strip', () => {
  it('is covered by what is drawn as long as the visible part of the film is inside it', () => {
    const room = { length: 1000, width: 500 };
    const drawn = { start: 0, end: 1500 };
    expect(covers(drawn, { scale: 10, left: 0 }, 1, room)).toBe(true);
    expect(covers(drawn, { scale: 10, left: 1001 }, 1, room)).toBe(false);
    expect(covers({ ...drawn, start: 400 }, { scale: 5, left: 199 }, 0.5, room)).toBe(false);
    expect(covers({ ...drawn, start: 400 }, { scale: 5, left: 200 }, 0.5, room)).toBe(true);
    // The film ends before the visible part does.
    expect(covers(drawn, { scale: 0.4, left: 0 }, 0.3, room)).toBe(true);
  });

  it('shows the whole film when it opens, if its clips are wide enough', () => {
    const room = { length: 30, width: 900 };
    expect(fitScale(room)).toBe(30);
    expect(openingScale(room, 3)).toBe(30);
  });

  it('opens a film of a thousand sections with clips of 72 px on average', () => {
    const room = { length: 5000, width: 900 };
    expect(fitScale(room)).toBe(0.18);
    expect(openingScale(room, 1000) * 5).toBeCloseTo(72);
  });

  // product 27.9
  it('keeps the second under the pointer when it zooms', () => {
    const room = { length: 100, width: 500 };
    const before = { scale: 10, left: 200 };
    const after = zoomAround(before, 1.5, 100, room);
    expect(after.scale).toBe(15);
    expect((after.left + 100) / after.scale).toBeCloseTo((before.left + 100) / before.scale);
  });

  it('zooms out to the whole film and in to its largest scale, and never scrolls beyond an end', () => {
    const room = { length: 100, width: 500 };
    expect(zoomAround({ scale: 10, left: 500 }, 0.01, 500, room)).toEqual({ scale: 5, left: 0 });
    const most = zoomAround({ scale: 10, left: 500 }, 1000, 500, room);
    expect(most).toEqual({ scale: MAX_SCALE, left: 100 * MAX_SCALE - 500 });
    expect(clampLeft({ scale: 10, left: -5 }, room)).toBe(0);
    expect(clampLeft({ scale: 10, left: 5000 }, room)).toBe(500);
  });

  it('has a scale for an empty film and before the width is known', () => {
    expect(fitScale({ length: 0, width: 900 })).toBe(MAX_SCALE);
    expect(openingScale({ length: 30, width: 0 }, 3)).toBe(MAX_SCALE);
  });
});

describe('visible clips of the film strip', () => {
  it('visible clips of the film strip are those that any part of the range shows', () => {
    expect(clipsBetween(THREE, { start: 0, end: 30 })).toEqual([0, 3]);
    expect(clipsBetween(THREE, { start: 9, end: 11 })).toEqual([0, 2]);
    expect(clipsBetween(THREE, { start: 10, end: 20 })).toEqual([1, 2]);
    expect(clipsBetween(THREE, { start: 40, end: 50 })).toEqual([3, 3]);
    expect(clipsBetween([], { start: 0, end: 10 })).toEqual([0, 0]);
  });

  // product 27.10
  it('visible clips of the film strip are found in a film of a million sections by a few comparisons', () => {
    let reads = 0;
    const many = new Proxy([] as StripClip[], {
      get: (_, key) => {
        if (key === 'length') return 1_000_000;
        reads += 1;
        return { id: String(key), start: Number(key), end: Number(key) + 1 };
      },
    });
    expect(clipsBetween(many, { start: 500_000, end: 500_010 })).toEqual([500_000, 500_010]);
    expect(reads).toBeLessThan(60);
  });

  it('visible clips of the film strip are found by a second of the film', () => {
    expect([0, 9.99, 10, 29].map((second) => clipIndexAt(THREE, second))).toEqual([0, 0, 1, 2]);
    expect([-1, 30, 99].map((second) => clipIndexAt(THREE, second))).toEqual([-1, -1, -1]);
  });

  it('scrolls to clips as little as possible', () => {
    expect(revealed(100, 500, { start: 150, end: 300 })).toBe(100);
    expect(revealed(100, 500, { start: 50, end: 80 })).toBe(26);
    expect(revealed(100, 500, { start: 580, end: 700 })).toBe(224);
    // A clip that is wider than the viewport stays where it is while a part of it is visible.
    expect(revealed(100, 500, { start: 50, end: 900 })).toBe(100);
    expect(revealed(100, 500, { start: 1000, end: 1900 })).toBe(976);
  });
});

describe('drop of a clip in the film strip', () => {
  it('is before the first clip whose middle is after the pointer', () => {
    expect([-5, 4, 6, 14, 16, 99].map((second) => gapAt(THREE, second))).toEqual([0, 0, 1, 1, 2, 3]);
  });

  // product 27.4
  it('counts only the clips that stay before it', () => {
    const ids = ['a', 'b', 'c', 'd'];
    expect(placeOfGap(ids, new Set(['a']), 3)).toBe(2);
    expect(placeOfGap(ids, new Set(['d']), 1)).toBe(1);
    expect(placeOfGap(ids, new Set(['a', 'c']), 4)).toBe(2);
  });
});

describe('trim in the film strip', () => {
  const edgeDrag = (facts: Partial<EdgeDrag> = {}): EdgeDrag => ({
    range: { start: 10, end: 20 },
    edge: 'start',
    rate: 1,
    length: 60,
    ...facts,
  });

  it('moves the edge by as many seconds of the source as the section plays in that time', () => {
    expect(trimmedBy(edgeDrag(), 3)).toEqual({ start: 13, end: 20 });
    expect(trimmedBy(edgeDrag({ rate: 2 }), -3)).toEqual({ start: 4, end: 20 });
    expect(trimmedBy(edgeDrag({ edge: 'end' }), 5)).toEqual({ start: 10, end: 25 });
    expect(edgeMoved(edgeDrag({ rate: 2 }), { start: 4, end: 20 })).toBe(-3);
  });

  // product 27.5
  it('stays inside the source and leaves half a second', () => {
    expect(trimmedBy(edgeDrag(), -99)).toEqual({ start: 0, end: 20 });
    expect(trimmedBy(edgeDrag(), 99)).toEqual({ start: 19.5, end: 20 });
    expect(trimmedBy(edgeDrag({ edge: 'end' }), 99)).toEqual({ start: 10, end: 60 });
    expect(trimmedBy(edgeDrag({ edge: 'end' }), -99)).toEqual({ start: 10, end: 10.5 });
  });

  it('snaps the edge in seconds of the source', () => {
    expect(trimmedBy(edgeDrag(), 3, (time) => Math.ceil(time + 0.5))).toEqual({ start: 14, end: 20 });
  });
});

describe('contents of the film strip', () => {
  const part = (id: string, transition: Transition, clip: FilmPart['clips']): FilmPart => ({
    id,
    src: `${id}.mp4`,
    clips: clip,
    sound: { own: 1, under: 1, fade: () => 1, narration: null },
    placement: UNFRAMED,
    transition: { transition, transitionSeconds: 2 },
  });
  const reachOf = (transition: Transition) => {
    const { parts } = layOut([
      part('a', transition, [{ length: 10, from: 0, rate: 1 }]),
      part('b', 'cut', [{ length: 10, from: 0, rate: 1 }]),
    ]);
    return joinReach(parts.get('a')!, parts.get('b')!);
  };

  // product 27.7
  it('has each transition as long as the film has it, around its cut', () => {
    expect(reachOf('cut')).toEqual({ before: 0, after: 0 });
    expect(reachOf('crossfade')).toEqual({ before: 1, after: 1 });
    expect(reachOf('dip')).toEqual({ before: 1, after: 1 });
  });

  // product 27.1
  it('takes stills from the second of the source that the section plays, without its cuts', () => {
    const played = [
      { length: 2, from: 10, rate: 1 },
      { length: 2, from: 30, rate: 2 },
    ];
    expect([0, 1, 2, 3, 9].map((at) => sourceSecond(played, at))).toEqual([10, 11, 30, 32, 34]);
  });

  it('renders only the stills of a clip that are within the range', () => {
    expect(tilesBetween({ x: 100, width: 130 }, { start: 0, end: 1000 }, 64)).toEqual([0, 3]);
    expect(tilesBetween({ x: 100, width: 6400 }, { start: 1000, end: 2000 }, 64)).toEqual([14, 30]);
    expect(tilesBetween({ x: 3000, width: 640 }, { start: 0, end: 1000 }, 64)).toEqual([0, 0]);
  });

  it('marks round times that leave room for their text', () => {
    expect(rulerMarks({ start: 0, end: 5 }, 100)).toEqual([0, 1, 2, 3, 4]);
    expect(rulerMarks({ start: 12, end: 31 }, 10)).toEqual([10, 20, 30]);
    expect(rulerMarks({ start: 0, end: 1300 }, 0.1)).toEqual([0, 900]);
  });
});
