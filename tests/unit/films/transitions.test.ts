import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  captionRange,
  filmSeconds,
  framePlaces,
  joinFrames,
  joinsOf,
  mixedFrames,
} from '#film/transitions/transitions.ts';
import { divideFilm, partFrames } from '#film/transitions/film-parts.ts';
import { placeInFilm } from '#film/captions/place.ts';

const anySection = fc
  .record({
    frames: fc.integer({ min: 1, max: 400 }),
    transition: fc.constantFrom('cut' as const, 'crossfade' as const, 'dip' as const),
    transitionSeconds: fc.integer({ min: 2, max: 20 }).map((tenths) => tenths / 10),
    keys: fc.array(fc.integer({ min: 1, max: 399 }), { maxLength: 6 }),
  })
  .map(({ keys, ...section }) => ({
    ...section,
    keyframes: [0, ...new Set(keys.filter((key) => key < section.frames).sort((a, b) => a - b))],
  }));
const anyFilm = fc.array(anySection, { minLength: 1, maxLength: 8 });
const section = (frames: number, transition: 'cut' | 'crossfade' | 'dip' = 'cut', transitionSeconds = 1) => ({
  frames,
  transition,
  transitionSeconds,
});

const FREE = { handleMs: 1000, insideMs: 1000, outsideMs: 1000 };
const BOUND = { handleMs: 0, insideMs: 0, outsideMs: 0 };

describe('the transitions of a film', () => {
  // product 4.77
  it('last as long as chosen, and take at most half of either section', () => {
    const film = [
      section(300, 'crossfade'),
      section(300, 'dip'),
      section(20, 'crossfade', 2),
      section(300, 'dip'),
    ];
    expect(joinsOf(film, 30)).toMatchObject([
      { transition: 'crossfade', before: 15, after: 15 },
      { transition: 'dip', before: 10, after: 10, blend: null },
      { transition: 'crossfade', before: 10, after: 10 },
    ]);
    expect(joinsOf(film, 30).map((join) => joinFrames(join!))).toEqual([30, 20, 20]);
    expect(joinsOf([section(1, 'crossfade'), section(300)], 30)).toEqual([null]);
  });

  it('leave the film as long as its sections together', () => {
    const seconds = (film: ReturnType<typeof section>[]) =>
      filmSeconds(film.map((one) => ({ ...one, effectiveDuration: one.frames / 30 })));
    expect(seconds([section(300), section(300)])).toBe(20);
    expect(seconds([section(300, 'dip', 2), section(300, 'crossfade')])).toBe(20);
    expect(seconds([section(300, 'crossfade', 0.5), section(300)])).toBe(20);
  });

  // product 4.76
  it('mix audio only where neither section has a word, also in the handles beyond a section', () => {
    const joined = (end: typeof FREE, start: typeof FREE) =>
      joinsOf(
        [
          { ...section(300, 'crossfade', 2), edges: { start: BOUND, end } },
          { ...section(300), edges: { start, end: BOUND } },
        ],
        30,
      )[0]!;
    const blendOf = (end: typeof FREE, start: typeof FREE) => joined(end, start).blend;
    const whole = { before: 30, after: 30 };
    const none = { before: 0, after: 0 };
    expect(blendOf(FREE, FREE)).toEqual({ fall: whole, rise: whole, handles: whole });
    expect(blendOf(BOUND, FREE)).toEqual({
      fall: { before: 0, after: 0 },
      rise: { before: 0, after: 30 },
      handles: { before: 30, after: 0 },
    });
    // The second section begins with a word, so the first one is silent by then.
    expect(blendOf(FREE, { ...FREE, insideMs: 0 })).toMatchObject({
      fall: { before: 30, after: 0 },
      rise: { before: 30, after: 0 },
    });
    // In its source, a word follows the first section's end after 0.2 s.
    expect(blendOf({ ...FREE, outsideMs: 200 }, FREE)).toMatchObject({ fall: { before: 30, after: 6 } });
    expect(blendOf(BOUND, BOUND)).toMatchObject({ fall: none, rise: none, handles: none });
    expect(joinsOf([section(300, 'crossfade'), section(300)], 30)[0]!.blend).toMatchObject({ fall: none });
    expect([joined(FREE, FREE), joined(BOUND, FREE), joined(BOUND, BOUND)].map(mixedFrames)).toEqual([
      60, 30, 0,
    ]);
  });

  it('and the bodies of sections add up exactly to the film, each frame once, cut only at keyframes', () => {
    fc.assert(
      fc.property(anyFilm, (film) => {
        const joins = joinsOf(film, 30);
        const { bodies, joins: parts } = divideFilm(film, joins);
        const places = framePlaces(film);
        let frames = 0;
        for (const [index, { from, to }] of bodies.entries()) {
          const { frames: all, keyframes } = film[index]!;
          const part = parts[index];
          const isCopied = to > from;
          // What is not copied is rendered.
          const starts = parts[index - 1] ? keyframes : [0];
          const ends = part ? keyframes : [all];
          const isCut = starts.includes(from) && (ends.includes(to) || to === all);
          expect(from).toBeLessThanOrEqual(to);
          expect(isCopied ? isCut : parts[index - 1] != null || part != null).toBe(true);
          expect(from).toBeGreaterThanOrEqual(joins[index - 1]?.after ?? 0);
          expect(all - to).toBeGreaterThanOrEqual(joins[index]?.before ?? 0);
          frames += to - from + (part ? partFrames(part, all) : 0);
        }
        expect(frames).toBe(film.reduce((sum, one) => sum + one.frames, 0));
        expect(places.reduce((sum, place) => sum + place.frames, 0)).toBe(frames);
      }),
    );
  });

  // product 4.76
  it('leave positions without gaps, and captions that never overlap', () => {
    fc.assert(
      fc.property(anyFilm, (film) => {
        const spoken = film.map(({ frames }) => ({
          frames,
          spoken: [{ text: 'Something is said here.', startMs: 0, endMs: Math.round(frames * 33) }],
        }));
        const places = placeInFilm(spoken, 30, joinsOf(film, 30));
        let end = 0;
        for (const { startMs, effectiveMs, cues } of places) {
          expect(startMs).toBe(end);
          end = startMs + effectiveMs;
          for (const cue of cues) {
            expect(cue.startMs).toBeGreaterThanOrEqual(startMs);
            expect(cue.endMs).toBeLessThanOrEqual(end);
          }
        }
      }),
    );
  });

  // product 4.76
  it('the transitions of a film have no captions within a crossfade, unless a caption would be lost', () => {
    const room = { lengthMs: 10_000, headMs: 500, tailMs: 500 };
    const rangeOf = (startMs: number, endMs: number) => captionRange({ startMs, endMs }, room);
    expect(rangeOf(0, 3000)).toEqual({ startMs: 500, endMs: 3000 });
    expect(rangeOf(3000, 6000)).toEqual({ startMs: 3000, endMs: 6000 });
    expect(rangeOf(7000, 10_400)).toEqual({ startMs: 7000, endMs: 9500 });
    expect(rangeOf(9400, 10_000)).toEqual({ startMs: 9400, endMs: 10_000 });
    expect(rangeOf(0, 600)).toEqual({ startMs: 0, endMs: 600 });
    expect(rangeOf(10_000, 11_000)).toBeNull();
    const speech = (startMs: number, endMs: number) => [{ text: 'Something is said here.', startMs, endMs }];
    const film = [section(300, 'crossfade'), section(300)];
    const [first, second] = placeInFilm(
      [
        { frames: 300, spoken: speech(7000, 10_000) },
        { frames: 300, spoken: speech(0, 3000) },
      ],
      30,
      joinsOf(film, 30),
    );
    expect(first!.cues).toMatchObject([{ startMs: 7000, endMs: 9500 }]);
    expect(second!.cues[0]).toMatchObject({ startMs: 10_500 });
  });
});
