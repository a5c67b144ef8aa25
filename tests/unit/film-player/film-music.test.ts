import { expect, it } from 'vitest';
import { duckedTo, type FilmMusic, musicMoment } from '../../../client/src/components/player/film/music.ts';

const music = (change: Partial<FilmMusic> = {}): FilmMusic => ({
  url: '/media/signed?k=a',
  level: 0.5,
  start: 2,
  duration: 12,
  fadeOut: 4,
  ducked: true,
  ...change,
});

// product 22.14
it('plays music from its start, at its level, until the film ends', () => {
  expect(musicMoment(music(), { at: 3, length: 9 })).toEqual({ second: 5, level: 0.5 });
  expect(musicMoment(music(), { at: 7, length: 9 })).toEqual({ second: 9, level: 0.25 });
  expect(musicMoment(music(), { at: 9, length: 9 }).level).toBe(0);
  expect(musicMoment(music({ fadeOut: 0 }), { at: 9, length: 9 }).level).toBe(0.5);
});

// product 22.14
it('repeats music that is shorter than the film, each time a crossfade earlier', () => {
  const at = (second: number) => musicMoment(music(), { at: second, length: 60 }).second;
  // Ten seconds of music, the last of which overlaps with the first.
  expect([at(0), at(8), at(9), at(10), at(18), at(27)]).toEqual([2, 10, 2, 3, 2, 2]);
});

// product 22.14
it('lowers music by the level of other audio, and never to nothing', () => {
  expect(duckedTo(-120)).toBe(1);
  expect(duckedTo(-34)).toBe(1);
  const under = 20 * Math.log10(duckedTo(-16));
  expect(under).toBeLessThan(-8);
  expect(under).toBeGreaterThan(-14);
  expect(duckedTo(0)).toBeGreaterThan(0.2);
});
