import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUT } from '#film/transitions/transitions.ts';
import { clipAt, shownWith } from '../../../client/src/components/player/film/timeline/shown-at.ts';
import { crossfade, dip, FILM, held, openEngine, part, plays } from '../../helpers/film-player/made-films.ts';

describe('a crossfade in the player', () => {
  // product 18.10
  it('plays both videos and both audio tracks of a crossfade, without a stop before, during or after it', () => {
    const { time, engine, clock, seen } = openEngine(FILM);
    engine.play();
    let longest = 0;
    let before = clock().time;
    let stood = 0;
    let both = 0;
    for (let frame = 0; frame < 6 * 60; frame++) {
      time.pass(1 / 60);
      const now = clock().time;
      stood = now > before ? 0 : stood + 1;
      // Starting takes some frames.
      if (frame > 15) longest = Math.max(longest, stood);
      before = now;
      const visible = seen();
      if (visible.length < 2) continue;
      both += 1;
      const part = Math.min(1, Math.max(0, now - 3.5));
      expect(visible.map(({ src }) => src)).toEqual(['a', 'b']);
      expect(visible[0]!.second).toBeCloseTo(10 + now, 1);
      expect(visible[1]!.second).toBeCloseTo(16 + now, 1);
      expect(visible[0]!.opacity).toBe(1);
      expect(visible[1]!.opacity).toBeCloseTo(part, 1);
      expect(visible[1]!.gain).toBeCloseTo(Math.sin((part * Math.PI) / 2), 1);
      expect(visible[0]!.gain).toBeCloseTo(Math.cos((part * Math.PI) / 2), 1);
    }
    expect(both).toBeGreaterThan(55);
    expect(longest).toBeLessThan(3);
    expect(seen()).toMatchObject([{ src: 'b', opacity: 1, gain: 1 }]);
    time.pass(6);
    expect(clock()).toMatchObject({ time: 11, playing: false });
  });

  it('shows the middle of a crossfade when it stops or is sought there', () => {
    const { time, engine, seen } = openEngine(FILM);
    engine.seek(3.75);
    time.pass(0.5);
    const expected = [
      { src: 'a', second: 13.75, opacity: 1, paused: true },
      { src: 'b', second: 19.75, opacity: 0.25, paused: true },
    ];
    expect(seen()).toMatchObject(expected);
    engine.seek(4.25);
    time.pass(0.5);
    expect(seen()).toMatchObject([
      { src: 'a', second: 14.25 },
      { src: 'b', second: 20.25, opacity: 0.75 },
    ]);
    engine.play();
    time.pass(1);
    engine.seek(3.75);
    engine.pause();
    time.pass(0.5);
    expect(seen()).toMatchObject(expected);
  });

  it('waits for both videos, and lets neither run ahead', () => {
    const { time, engine, videos, clock, seen } = openEngine(FILM);
    engine.play();
    time.pass(3.8);
    const later = videos.find(({ src }) => src === 'b')!;
    later.stall();
    time.pass(1);
    expect(seen().map(({ paused }) => paused)).toEqual([true, false]);
    const { time: stood } = clock();
    expect(stood).toBeLessThan(4);
    later.arrive();
    time.pass(1);
    expect(clock().time).toBeGreaterThan(stood + 0.8);
    expect(seen()).toMatchObject([{ src: 'b', paused: false }]);
  });

  it('plays the cuts of both sections in a crossfade', () => {
    const { time, engine, clock, seen } = openEngine([
      part('a', crossfade(2), plays(1, 3), plays(9, 1.5)),
      part('b', CUT, plays(2, 0.6), plays(12, 3.4)),
    ]);
    engine.play();
    const at: Record<string, string[]> = {};
    for (let frame = 0; frame < 10 * 60 && clock().playing; frame++) {
      time.pass(1 / 60);
      for (const { src, second } of seen()) {
        const [from, ...rest] = at[src] ?? [];
        const range =
          second >= 9 && second < 12 ? '9' : second >= 12 ? '12' : second >= 2 && src === 'b' ? '2' : '1';
        if ([from, ...rest].at(-1) !== range) at[src] = [...(at[src] ?? []), range];
      }
    }
    expect(at).toEqual({ a: ['1', '9'], b: ['1', '2', '12'] });
    expect(clock()).toMatchObject({ time: 8.5, playing: false });
  });

  it('fades a card into a video and a video into a card', () => {
    const { time, engine, clock, seen } = openEngine([
      part('a', crossfade(), plays(1, 3)),
      part(null, crossfade(), held(0, 3)),
      part('c', CUT, plays(5, 3)),
    ]);
    const { state } = engine;
    engine.seek(2.75);
    time.pass(0.5);
    expect(state.getState()).toMatchObject({ partId: 'a', besideId: 'card', nextId: 'card' });
    engine.seek(3.25);
    time.pass(0.5);
    expect(state.getState()).toMatchObject({ partId: 'card', besideId: 'a', nextId: 'c' });
    expect(seen()).toMatchObject([{ src: 'a', opacity: 1 }]);
    engine.seek(2);
    engine.play();
    time.pass(3.8);
    expect(state.getState()).toMatchObject({ partId: 'card', besideId: 'c' });
    expect(seen()).toMatchObject([{ src: 'c', paused: false }]);
    time.pass(5);
    expect(clock()).toMatchObject({ time: 9, playing: false });
  });

  // product 18.10
  it('plays backwards through a crossfade and a dip, with both videos', () => {
    const { time, engine, clock, seen } = openEngine(FILM);
    engine.seek(8);
    time.pass(0.5);
    engine.faster(-1);
    const both: number[] = [];
    for (let frame = 0; frame < 16 * 60 && clock().playing; frame++) {
      time.pass(1 / 60);
      const visible = seen();
      if (visible.length === 2) both.push(visible[1]!.opacity);
    }
    expect(clock()).toMatchObject({ time: 0, playing: false });
    expect(both.length).toBeGreaterThan(5);
    expect(both).toEqual(both.toSorted((a, b) => b - a));
  });

  // product 18.10
  it('shows both videos even if a busy page has few frames', () => {
    const clip = fc.record({
      from: fc.integer({ max: 20, min: 0 }),
      tenths: fc.integer({ min: 3, max: 30 }),
    });
    const transition = fc.constantFrom(CUT, crossfade(0.5), crossfade(1), crossfade(2), dip(1));
    const anyPart = fc.record({ clips: fc.array(clip, { minLength: 1, maxLength: 4 }), transition });
    const film = fc.array(anyPart, { minLength: 1, maxLength: 5 });
    const busy = fc.array(
      fc.record({ frames: fc.integer({ min: 0, max: 120 }), tenths: fc.integer({ min: 0, max: 30 }) }),
      { maxLength: 6 },
    );
    const first = {
      clips: [
        { from: 0, tenths: 10 },
        { from: 0, tenths: 3 },
      ],
      transition: crossfade(2),
    };
    const second = {
      clips: [
        { from: 0, tenths: 3 },
        { from: 0, tenths: 9 },
      ],
      transition: CUT,
    };
    // The picture freezes while the clip after a short one is already moving.
    const early = [
      {
        clips: [
          { from: 0, tenths: 6 },
          { from: 1, tenths: 12 },
        ],
        transition: crossfade(1),
      },
      {
        clips: [
          { from: 0, tenths: 4 },
          { from: 1, tenths: 11 },
        ],
        transition: crossfade(2),
      },
      { clips: [{ from: 0, tenths: 10 }], transition: CUT },
    ];
    const atStart = [
      { frames: 1, tenths: 4 },
      { frames: 36, tenths: 11 },
    ];
    fc.assert(
      fc.property(film, busy, (parts, hangs) => {
        const { time, engine, clock, seen } = openEngine(
          parts.map((one, index) => {
            const clips = one.clips.map(({ from, tenths }) => plays(from, tenths / 10));
            return part('abcde'[index]!, one.transition, ...clips);
          }),
        );
        const { leads, length } = engine.timeline;
        engine.play();
        for (const { frames, tenths } of hangs) {
          time.pass(frames / 60);
          time.hang(tenths / 10);
          time.pass(0.3);
          const { time: at } = clock();
          const lead = leads[clipAt(engine.timeline, at)]!;
          const visible = shownWith(engine.timeline, lead, at);
          // A start takes some frames.
          if (at - Math.max(lead.leads.from, ...visible.map(({ start }) => start)) < 0.25) continue;
          expect(seen().map(({ src }) => src)).toEqual(visible.map((one) => one.part.src));
        }
        time.pass(length + 2);
        expect(clock()).toMatchObject({ time: length, playing: false });
      }),
      {
        examples: [
          [[first, second], [{ frames: 6, tenths: 9 }]],
          [early, atStart],
        ],
        numRuns: 100,
      },
    );
  });
});
