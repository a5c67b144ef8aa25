import { describe, expect, it } from 'vitest';
import { clipAt } from '../../../client/src/components/player/film/timeline/shown-at.ts';
import {
  filmSecondOf,
  followEdit,
  sourceAt,
} from '../../../client/src/components/player/film/timeline/source-time.ts';
import {
  EMPTY,
  type FilmPart,
  layOut,
} from '../../../client/src/components/player/film/timeline/timeline.ts';
import { filmPartOf } from '../../../client/src/features/edit/section/film/parts.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT } from '#film/transitions/transitions.ts';
import type { Section } from '#contract/sections.ts';

const sound = { own: 1, under: 1, fade: () => 1, narration: null };
const part = (id: string, clips: FilmPart['clips'], src: string | null = `${id}.mp4`): FilmPart => ({
  id,
  src,
  clips,
  sound,
  placement: UNFRAMED,
  transition: CUT,
});
/** 4 s of a video from 10 s on; 2 s at double speed, followed by a frozen second; and 3 s of a picture. */
const FILM = layOut([
  part('a', [{ length: 4, from: 10, rate: 1 }]),
  part('b', [
    { length: 2, from: 5, rate: 2 },
    { length: 1, from: 9, rate: 0 },
  ]),
  part('c', [{ length: 3, from: 0, rate: 0 }], null),
]);
const sourceOf = (second: number) => {
  const clip = FILM.leads[clipAt(FILM, second)]!;
  return [clip.part.id, sourceAt(clip, second)];
};

describe('the timeline of a film', () => {
  it('places every part after the previous one', () => {
    expect([...FILM.parts.values()]).toMatchObject([
      { start: 0, end: 4 },
      { start: 4, end: 7 },
      { start: 7, end: 10 },
    ]);
    expect(FILM.length).toBe(10);
  });

  it('returns the part and the second of its source that are shown at a second', () => {
    expect(sourceOf(0)).toEqual(['a', 10]);
    expect(sourceOf(3.5)).toEqual(['a', 13.5]);
    expect(sourceOf(4)).toEqual(['b', 5]);
    expect(sourceOf(5.5)).toEqual(['b', 8]);
    expect(sourceOf(6.5)).toEqual(['b', 9]);
    expect(sourceOf(8)).toEqual(['c', 0]);
    expect(sourceOf(10)).toEqual(['c', 0]);
    expect(clipAt(EMPTY, 0)).toBe(-1);
  });

  it('returns when a part shows a second of its source, or the nearest one that it shows', () => {
    expect(filmSecondOf(FILM, 'a', 12)).toBe(2);
    expect(filmSecondOf(FILM, 'b', 8)).toBe(5.5);
    expect(filmSecondOf(FILM, 'a', 99)).toBe(4);
    expect(filmSecondOf(FILM, 'a', 1)).toBe(0);
    expect(filmSecondOf(FILM, 'gone', 1)).toBeNull();
  });

  it('finds a second of the source among several ranges of one part', () => {
    const cut = layOut([
      part('a', [
        { length: 2, from: 0, rate: 1 },
        { length: 2, from: 6, rate: 1 },
      ]),
    ]);
    expect(filmSecondOf(cut, 'a', 7)).toBe(3);
    // Inside the gap, the nearer end of it is used.
    expect(filmSecondOf(cut, 'a', 5.5)).toBe(2);
    expect(filmSecondOf(cut, 'a', 2.5)).toBe(2);
  });
});

describe('an edit while the film plays', () => {
  const a = part('a', [{ length: 4, from: 10, rate: 1 }]);
  const b = part('b', [{ length: 4, from: 20, rate: 1 }]);
  const card = part('c', [{ length: 3, from: 0, rate: 0 }], null);
  const before = layOut([a, b, card]);

  it('keeps the frame if another section was removed or moved', () => {
    expect(followEdit(before, layOut([b, card]), 5)).toBe(1);
    expect(followEdit(before, layOut([b, card, a]), 1)).toBe(8);
    expect(followEdit(before, layOut([card, a, b]), 9)).toBe(1);
  });

  // product 18.4
  it('keeps the frame if its section was trimmed, or uses the nearest one that is left', () => {
    const trimmed = (from: number, length: number) => layOut([part('a', [{ length, from, rate: 1 }]), b]);
    expect(followEdit(before, trimmed(11, 3), 2)).toBe(1);
    expect(followEdit(before, trimmed(10, 1), 2)).toBe(1);
    expect(followEdit(before, trimmed(13, 1), 2)).toBe(0);
  });

  // product 18.4
  it('keeps the frame if its section was split, and if the split is undone', () => {
    const first = part('a', [{ length: 2, from: 10, rate: 1 }]);
    const second = part('a2', [{ length: 2, from: 12, rate: 1 }], 'a.mp4');
    const split = layOut([card, first, second, b]);
    const whole = layOut([card, a, b]);
    for (const at of [3, 4.5, 5, 5.5, 6.9]) {
      expect(followEdit(whole, split, at)).toBe(at);
      expect(followEdit(split, whole, at)).toBe(at);
    }
    // A section that had this picture before does not count.
    const copy = part('copy', [{ length: 4, from: 10, rate: 1 }], 'a.mp4');
    expect(followEdit(layOut([copy, a, b]), layOut([copy, b]), 5)).toBe(4);
  });

  // product 18.4
  it('continues with the next section if its own was removed, and ends if none is left', () => {
    expect(followEdit(before, layOut([a, card]), 5)).toBe(4);
    expect(followEdit(before, layOut([a, b]), 9)).toBe(8);
    expect(followEdit(before, EMPTY, 5)).toBe(0);
  });
});

describe('a section in the film', () => {
  const section = {
    ...SECTION_DEFAULTS,
    id: 'a',
    media: 'video',
    startTime: 10,
    endTime: 14,
    duration: 4,
    effectiveDuration: 4,
    fit: null,
    narrated: false,
    voice: 'original',
    preview: { videoUrl: 'a.mp4' },
  } as unknown as Section;
  const filmSound = { sectionId: 'a', gainDb: -6, narration: null, cues: [] };

  // product 18.5
  it('plays at its speed, and is as loud as the film', () => {
    const fast = filmPartOf({ ...section, speed: 2, effectiveDuration: 2, volume: 0.5 }, filmSound, 'fit');
    expect(fast).toMatchObject({ src: 'a.mp4', clips: [{ length: 2, from: 10, rate: 2 }] });
    expect(fast.sound.own).toBeCloseTo(0.25, 2);
    expect(filmPartOf({ ...section, voice: 'muted' }, filmSound, 'fit').sound.own).toBe(0);
  });

  // product 18.5
  it('fades in and out within its times', () => {
    const { fade } = filmPartOf({ ...section, fadeIn: 1, fadeOut: 2 }, filmSound, 'fit').sound;
    expect([0, 0.5, 1, 2, 3, 4].map(fade)).toEqual([0, 0.5, 1, 1, 0.5, 0]);
  });

  // product 18.5
  it('lasts as long as its narration: with more video, slower, and finally held', () => {
    const fit = { applied: [], speed: 1, tempo: 1.2, extend: 1, slow: 1.15, freeze: 0.25 };
    const { clips } = filmPartOf({ ...section, effectiveDuration: 6, fit }, filmSound, 'fit');
    expect(clips).toHaveLength(2);
    expect(clips[0]!.length).toBeCloseTo(5.75, 5);
    expect(clips[0]!.rate).toBeCloseTo(1 / 1.15, 5);
    expect(clips[1]!.length).toBeCloseTo(0.25, 5);
    expect(clips[1]).toMatchObject({ rate: 0 });
    expect(clips[1]!.from).toBeCloseTo(15, 5);
  });

  // product 18.6
  it('plays only its own audio until its narration is recorded', () => {
    const narration = { url: null, tempo: 1, underDb: -20, spoken: [{ startMs: 150, endMs: 1150 }] };
    const narrated: Section = { ...section, narrated: true, voice: 'narrated' };
    const before = filmPartOf(narrated, { ...filmSound, gainDb: 0, narration }, 'fit').sound;
    expect(before).toMatchObject({ own: 1, under: 1, narration: null });
    const recorded = { ...filmSound, gainDb: 0, narration: { ...narration, url: '/n.wav' } };
    expect(filmPartOf(narrated, recorded, 'fit').sound).toMatchObject({
      under: 0.1,
      narration: { url: '/n.wav', lead: 0.15, spoken: [{ start: 0.15, end: 1.15 }] },
    });
  });
});
