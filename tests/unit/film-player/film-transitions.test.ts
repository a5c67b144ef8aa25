import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNFRAMED } from '#contract/framing.ts';
import {
  CUT,
  filmSeconds,
  framesOf,
  framePlaces,
  joinsOf,
  type TransitionWish,
} from '#contract/transitions.ts';
import { FilmEngine } from '../../../client/src/components/player/film/engine.ts';
import {
  type Clip,
  clipAt,
  type FilmPart,
  filmSecondOf,
  followEdit,
  layOut,
  lightAt,
  loudnessAt,
  opacityAt,
  seenAt,
  shownWith,
  sourceAt,
} from '../../../client/src/components/player/film/timeline.ts';
import { MadeVideo, stubBrowser } from '../../helpers/media/made-videos.ts';

const crossfade = (transitionSeconds = 1): TransitionWish => ({ transition: 'crossfade', transitionSeconds });
const dip = (transitionSeconds = 1): TransitionWish => ({ transition: 'dip', transitionSeconds });
const plays = (from: number, length: number): Clip => ({ length, from, rate: 1 });
const held = (from: number, length: number): Clip => ({ length, from, rate: 0 });
const part = (src: string | null, transition: TransitionWish, ...clips: Clip[]): FilmPart => ({
  id: src ?? 'card',
  src,
  clips,
  sound: { own: 1, under: 1, fade: () => 1, narration: null },
  placement: UNFRAMED,
  transition,
});
/** 4 s of a, crossfaded for 1 s into 4 s of b, which dips for 1 s into 3 s of c. */
const FILM = [
  part('a', crossfade(), plays(10, 4)),
  part('b', dip(), plays(20, 4)),
  part('c', CUT, plays(5, 3)),
];
const timeline = layOut(FILM);
const placeOf = (id: string) => timeline.parts.get(id)!;
const shownAt = (second: number) => {
  const lead = timeline.leads[clipAt(timeline, second)]!;
  return shownWith(timeline, lead, second).map((clip) => [clip.part.id, sourceAt(clip, second)]);
};

describe('a film with transitions', () => {
  it('has its parts where the rendered film has them, and its length', () => {
    expect(timeline.length).toBe(10);
    expect(
      [...timeline.parts.values()].map(({ start, end, from, until }) => [start, end, from, until]),
    ).toEqual([
      [0, 3.5, 0, 4],
      [3.5, 7, 3, 7],
      [7, 10, 7, 10],
    ]);
    const anyPart = fc.record({
      seconds: fc.integer({ min: 1, max: 400 }).map((frames) => frames / 30),
      transition: fc.constantFrom('cut' as const, 'crossfade' as const, 'dip' as const),
      transitionSeconds: fc.integer({ min: 2, max: 20 }).map((tenths) => tenths / 10),
    });
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 8 }), (film) => {
        const laid = layOut(film.map(({ seconds, ...wish }, id) => part(`${id}`, wish, plays(0, seconds))));
        const sized = film.map((one) => ({ ...one, frames: framesOf(one.seconds) }));
        const places = framePlaces(sized, joinsOf(sized, 30));
        expect(laid.length).toBe(
          filmSeconds(film.map((one) => ({ ...one, effectiveDuration: one.seconds }))),
        );
        expect([...laid.parts.values()].map(({ start, from }) => [start, from])).toEqual(
          places.map(({ startFrame, originFrame }) => [startFrame / 30, originFrame / 30]),
        );
        let end = 0;
        for (const { leads } of laid.leads) {
          expect(leads.from).toBe(end);
          end = leads.to;
        }
        expect(end).toBe(laid.length);
      }),
    );
  });

  it('shows both parts of a crossfade, the later one over the earlier, and no other', () => {
    expect(shownAt(2.9)).toEqual([['a', 12.9]]);
    expect(shownAt(3.25)).toEqual([
      ['a', 13.25],
      ['b', 20.25],
    ]);
    expect(shownAt(3.75)).toEqual([
      ['a', 13.75],
      ['b', 20.75],
    ]);
    expect(shownAt(4)).toEqual([['b', 21]]);
    expect(shownAt(6.9)).toEqual([['b', 23.9]]);
    expect([3, 3.25, 3.5, 4, 6.8].map((second) => opacityAt(placeOf('b'), second))).toEqual([
      0, 0.25, 0.5, 1, 1,
    ]);
    expect(opacityAt(placeOf('a'), 3.75)).toBe(1);
    expect(seenAt(placeOf('a'), 3.75)).toBe(0.25);
  });

  it('keeps the power of the sound in a crossfade, and is silent and black in the middle of a dip', () => {
    for (const second of [3, 3.2, 3.5, 3.9, 4]) {
      const power = loudnessAt(placeOf('a'), second) ** 2 + loudnessAt(placeOf('b'), second) ** 2;
      expect(power).toBeCloseTo(1, 10);
    }
    expect(loudnessAt(placeOf('a'), 3.5)).toBeCloseTo(Math.SQRT1_2, 10);
    expect([6.5, 6.75, 7, 7.25, 7.5].map((second) => lightAt(timeline, second))).toEqual([1, 0.5, 0, 0.5, 1]);
    expect(loudnessAt(placeOf('b'), 6.75)).toBeCloseTo(Math.SQRT1_2, 10);
    expect(loudnessAt(placeOf('c'), 7)).toBe(0);
    expect(lightAt(timeline, 3.5)).toBe(1);
  });

  it('goes to a second of a source only while its part leads', () => {
    expect(filmSecondOf(timeline, 'a', 11)).toBe(1);
    expect(filmSecondOf(timeline, 'a', 14)).toBe(3.5);
    expect(filmSecondOf(timeline, 'b', 20)).toBe(3.5);
  });

  it('stays at the same picture when a transition is chosen', () => {
    const cuts = layOut(FILM.map((one) => ({ ...one, transition: CUT })));
    expect(followEdit(cuts, timeline, 5)).toBe(4);
    expect(followEdit(timeline, cuts, 4)).toBe(5);
    const card = [part(null, CUT, held(0, 3)), FILM[1]!];
    const faded = [part(null, crossfade(), held(0, 3)), FILM[1]!];
    expect(followEdit(layOut(card), layOut(faded), 2)).toBe(2);
  });
});

/** An engine with three videos and this film. */
function open(parts: FilmPart[]) {
  const time = stubBrowser();
  const engine = new FilmEngine();
  const videos = [new MadeVideo(), new MadeVideo(), new MadeVideo()];
  const layers = videos.map((video) => ({ layer: video.layer, video }));
  engine.attach(layers as unknown as Parameters<FilmEngine['attach']>[0]);
  engine.setTimeline(layOut(parts));
  const clock = () => engine.clock.getState();
  /** What is seen: each file's second, how much of it covers the one under it, and how loud it is. */
  const seen = () =>
    videos
      // One that moves before its turn is over all, and too faint to be seen.
      .filter(({ layer }) => Number(layer.style['zIndex']) >= 3 && layer.style['zIndex'] !== '9')
      .toSorted((a, b) => Number(a.layer.style['zIndex']) - Number(b.layer.style['zIndex']))
      .map(({ src, currentTime, layer, gain, paused }) => ({
        src,
        second: currentTime,
        opacity: Number(layer.style['opacity']),
        gain: gain.value,
        paused,
      }));
  return { time, engine, videos, clock, seen };
}

describe('the player', () => {
  it('plays both pictures and both sounds of a crossfade, without a stop before, in or after it', () => {
    const { time, engine, clock, seen } = open(FILM);
    engine.play();
    let longest = 0;
    let before = clock().time;
    let stood = 0;
    let both = 0;
    for (let frame = 0; frame < 6 * 60; frame++) {
      time.pass(1 / 60);
      const now = clock().time;
      stood = now > before ? 0 : stood + 1;
      // A start takes some frames.
      if (frame > 15) longest = Math.max(longest, stood);
      before = now;
      const shown = seen();
      if (shown.length < 2) continue;
      both += 1;
      const part = Math.min(1, Math.max(0, now - 3));
      expect(shown.map(({ src }) => src)).toEqual(['a', 'b']);
      expect(shown[0]!.second).toBeCloseTo(10 + now, 1);
      expect(shown[1]!.second).toBeCloseTo(17 + now, 1);
      expect(shown[0]!.opacity).toBe(1);
      expect(shown[1]!.opacity).toBeCloseTo(part, 1);
      expect(shown[1]!.gain).toBeCloseTo(Math.sin((part * Math.PI) / 2), 1);
      expect(shown[0]!.gain).toBeCloseTo(Math.cos((part * Math.PI) / 2), 1);
    }
    expect(both).toBeGreaterThan(55);
    expect(longest).toBeLessThan(3);
    expect(seen()).toMatchObject([{ src: 'b', opacity: 1, gain: 1 }]);
    time.pass(5);
    expect(clock()).toMatchObject({ time: 10, playing: false });
  });

  it('shows the middle of a crossfade where it stops and where it is sought', () => {
    const { time, engine, seen } = open(FILM);
    engine.seek(3.25);
    time.pass(0.5);
    const wanted = [
      { src: 'a', second: 13.25, opacity: 1, paused: true },
      { src: 'b', second: 20.25, opacity: 0.25, paused: true },
    ];
    expect(seen()).toMatchObject(wanted);
    engine.seek(3.75);
    time.pass(0.5);
    expect(seen()).toMatchObject([
      { src: 'a', second: 13.75 },
      { src: 'b', second: 20.75, opacity: 0.75 },
    ]);
    engine.play();
    time.pass(1);
    engine.seek(3.25);
    engine.pause();
    time.pass(0.5);
    expect(seen()).toMatchObject(wanted);
  });

  it('waits for both, and lets neither run ahead', () => {
    const { time, engine, videos, clock, seen } = open(FILM);
    engine.play();
    time.pass(3.3);
    const later = videos.find(({ src }) => src === 'b')!;
    later.stall();
    time.pass(1);
    expect(seen().map(({ paused }) => paused)).toEqual([true, false]);
    const { time: stood } = clock();
    expect(stood).toBeLessThan(3.5);
    later.arrive();
    time.pass(1);
    expect(clock().time).toBeGreaterThan(stood + 0.8);
    expect(seen()).toMatchObject([{ src: 'b', paused: false }]);
  });

  it('goes through the cuts of both sections in a crossfade', () => {
    const { time, engine, clock, seen } = open([
      part('a', crossfade(2), plays(1, 3), plays(9, 1.5)),
      part('b', CUT, plays(2, 0.6), plays(12, 3.4)),
    ]);
    engine.play();
    const at: Record<string, string[]> = {};
    for (let frame = 0; frame < 8 * 60 && clock().playing; frame++) {
      time.pass(1 / 60);
      for (const { src, second } of seen()) {
        const [from, ...rest] = at[src] ?? [];
        const range =
          second >= 9 && second < 12 ? '9' : second >= 12 ? '12' : second >= 2 && src === 'b' ? '2' : '1';
        if ([from, ...rest].at(-1) !== range) at[src] = [...(at[src] ?? []), range];
      }
    }
    expect(at).toEqual({ a: ['1', '9'], b: ['2', '12'] });
    expect(clock()).toMatchObject({ time: 6.5, playing: false });
  });

  it('fades a card into a video and a video into a card', () => {
    const { time, engine, clock, seen } = open([
      part('a', crossfade(), plays(1, 3)),
      part(null, crossfade(), held(0, 3)),
      part('c', CUT, plays(5, 3)),
    ]);
    const { state } = engine;
    engine.seek(2.25);
    time.pass(0.5);
    expect(state.getState()).toMatchObject({ partId: 'a', besideId: 'card', nextId: 'card' });
    engine.seek(2.75);
    time.pass(0.5);
    expect(state.getState()).toMatchObject({ partId: 'card', besideId: 'a', nextId: 'c' });
    expect(seen()).toMatchObject([{ src: 'a', opacity: 1 }]);
    engine.seek(1);
    engine.play();
    time.pass(3.3);
    expect(state.getState()).toMatchObject({ partId: 'card', besideId: 'c' });
    expect(seen()).toMatchObject([{ src: 'c', paused: false }]);
    time.pass(4);
    expect(clock()).toMatchObject({ time: 7, playing: false });
  });

  it('is wound backwards through a crossfade and a dip, with both pictures', () => {
    const { time, engine, clock, seen } = open(FILM);
    engine.seek(8);
    time.pass(0.5);
    engine.faster(-1);
    const both: number[] = [];
    for (let frame = 0; frame < 16 * 60 && clock().playing; frame++) {
      time.pass(1 / 60);
      const shown = seen();
      if (shown.length === 2) both.push(shown[1]!.opacity);
    }
    expect(clock()).toMatchObject({ time: 0, playing: false });
    expect(both.length).toBeGreaterThan(5);
    expect(both).toEqual(both.toSorted((a, b) => b - a));
  });
});
