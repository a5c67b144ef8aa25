import { expect, it } from 'vitest';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT, type ChosenTransition } from '#film/transitions/transitions.ts';
import type { FilmPart } from '../../../client/src/components/player/film/timeline/timeline.ts';
import { openEngine, part, plays } from '../../helpers/film-player/made-films.ts';
import { MadeVideo } from '../../helpers/film-player/made-videos.ts';

/** Returns 4 s of a video with a narration whose speech lasts from 1 s to 3.9 s. */
const narrated = (id: string, transition: ChosenTransition, url = `/n?k=${id}`): FilmPart => ({
  id,
  src: id,
  clips: [{ length: 4, from: 5, rate: 1 }],
  sound: {
    own: 1,
    under: 0.5,
    fade: () => 1,
    narration: { url, tempo: 1, lead: 0.15, spoken: [{ start: 1, end: 3.9 }] },
  },
  placement: UNFRAMED,
  transition,
});

function play(parts: FilmPart[]) {
  const { time, engine, videos, voices } = openEngine(parts);
  engine.play();
  const goTo = (second: number) => {
    for (let frame = 0; frame < 600 && engine.clock.getState().time < second; frame++) time.pass(1 / 60);
  };
  return { videos, voices, goTo };
}

/** Returns the playing narrations at each of these seconds, with their positions and levels. */
function narrationsAt(transition: ChosenTransition, seconds: number[]) {
  const { voices, goTo } = play([narrated('a', transition), narrated('b', CUT)]);
  return seconds.map((second) => {
    goTo(second);
    return voices.flatMap(({ src, paused, currentTime, gain }) =>
      paused ? [] : [[src.at(-1), Math.round(currentTime * 5) / 5, Math.round(gain.value * 10) / 10]],
    );
  });
}

it("plays each section's narration at its time", () => {
  expect(narrationsAt(CUT, [0.05, 2, 5])).toEqual([[], [['a', 1.8, 1]], [['b', 0.8, 1]]]);
});

// product 13.12
it('plays a narration at full level on both sides, and a mono video in the middle, like the film', () => {
  const { videos, voices } = play([narrated('a', CUT)]);
  expect(voices.map(({ side }) => side)).toContain(1);
  expect(new Set(videos.map(({ side }) => side))).toEqual(new Set([Math.SQRT1_2]));
});

// product 18.10
it('plays the narrations of a crossfade one after another, each as loud as its section', () => {
  const narrations = narrationsAt({ transition: 'crossfade', transitionSeconds: 1 }, [2.5, 3.8, 4.3]);
  expect(narrations.map((voices) => voices.map(([id, , level]) => [id, level]))).toEqual([
    [['a', 1]],
    [['a', 1]],
    [
      ['a', 0],
      ['b', 1],
    ],
  ]);
});

it('fades a narration out before a dip, and the next one in after it', () => {
  const narrations = narrationsAt({ transition: 'dip', transitionSeconds: 2 }, [3.5, 4.5]);
  expect(narrations.map((voices) => voices.map(([id, , level]) => [id, level]))).toEqual([
    [['a', 0.7]],
    [['b', 0.7]],
  ]);
});

// product 26.8
it('fades all audio at the ends of a film with that option', () => {
  const levels = (fades: boolean) => {
    const { time, engine } = openEngine([part('a', CUT, plays(10, 4))]);
    engine.setEndFades(fades);
    engine.play();
    return [0.15, 2, 3.85].map((second) => {
      for (let frame = 0; frame < 600 && engine.clock.getState().time < second; frame++) time.pass(1 / 60);
      return Math.round(MadeVideo.output.value * 10) / 10;
    });
  };
  expect(levels(false)).toEqual([1, 1, 1]);
  const [start, middle, end] = levels(true);
  expect(middle).toBe(1);
  for (const level of [start!, end!]) {
    expect(level).toBeGreaterThan(0.3);
    expect(level).toBeLessThan(0.7);
  }
});

// product 18.10
it('starts a narration again if both sections of a crossfade have the same one', () => {
  const crossfade: ChosenTransition = { transition: 'crossfade', transitionSeconds: 1 };
  const { voices, goTo } = play(
    ['a', 'b'].map((id, index) => narrated(id, index ? CUT : crossfade, '/n?k=1')),
  );
  const speaking = () => voices.filter(({ paused }) => !paused);
  goTo(3.8);
  expect(speaking()).toHaveLength(1);
  expect(speaking()[0]!.currentTime).toBeGreaterThan(3.5);
  goTo(4.3);
  expect(speaking().filter(({ currentTime }) => currentTime < 0.5)).toHaveLength(1);
});
