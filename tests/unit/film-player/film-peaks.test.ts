import { expect, it } from 'vitest';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT } from '#film/transitions/transitions.ts';
import {
  type FilmPart,
  layOut,
  type PartSound,
} from '../../../client/src/components/player/film/timeline/timeline.ts';
import { filmPeaks } from '../../../client/src/features/edit/section/film/peaks.ts';

const OWN: PartSound = { own: 1, under: 1, fade: () => 1, narration: null };
const part = (id: string, clips: FilmPart['clips'], sound: Partial<PartSound> = {}): FilmPart => ({
  id,
  src: `${id}.mp4`,
  clips,
  sound: { ...OWN, ...sound },
  placement: UNFRAMED,
  transition: CUT,
});
/** Audio whose peaks rise with its seconds. */
const rising = { peaks: Array.from({ length: 200 }, (_, i) => Math.floor(i / 2)), perSecond: 2 };
/** Returns the drawn peaks, in columns of a second. */
const peaksOf = (parts: FilmPart[], measured = parts) => {
  const film = layOut(parts);
  return filmPeaks(film, new Map(measured.map(({ id }) => [id, rising])), film.length);
};

// product 18.1
it('draws what each section plays of its source, at its speed and without its cuts', () => {
  const parts = [
    part('a', [
      { length: 2, from: 10, rate: 1 },
      { length: 1, from: 30, rate: 1 },
    ]),
    part('b', [{ length: 2, from: 40, rate: 2 }]),
  ];
  expect(peaksOf(parts)).toEqual([10, 11, 30, 41, 43]);
  expect(peaksOf(parts, [parts[1]!])).toEqual([0, 0, 0, 41, 43]);
});

// product 18.1
it('is as high as the section is loud, and shows a narration over its ducked audio', () => {
  const half = { own: 0.5, fade: (at: number) => (at < 1 ? 0 : 1) };
  expect(peaksOf([part('a', [{ length: 3, from: 20, rate: 1 }], half)])).toEqual([0, 10.5, 11]);
  const narration = { url: '/n', tempo: 1, lead: 1, spoken: [{ start: 0, end: 1 }] };
  const moving = [{ length: 3, from: 80, rate: 1 }];
  expect(peaksOf([part('a', moving, { own: 1, under: 0.1, narration })])).toEqual([80, 50, 82]);
  // A frozen picture is silent.
  const withFreeze = [...moving, { length: 1, from: 83, rate: 0 }];
  expect(peaksOf([part('a', withFreeze, { own: 1, under: 1, narration })])).toEqual([80, 81, 82, 0]);
});
