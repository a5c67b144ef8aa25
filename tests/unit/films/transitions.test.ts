import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filmSeconds, framePlaces, joinFrames, joinsOf } from '#contract/transitions.ts';
import { divideFilm, partFrames } from '#core/film/film-parts.ts';
import { placeInFilm } from '#core/film/place.ts';

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

describe('the transitions of a film', () => {
  it('last as long as wished, and take at most half of either section', () => {
    const film = [
      section(300, 'crossfade'),
      section(300, 'dip'),
      section(20, 'crossfade', 2),
      section(300, 'dip'),
    ];
    expect(joinsOf(film, 30)).toEqual([
      { transition: 'crossfade', reach: 30, overlap: 30 },
      { transition: 'dip', reach: 10, overlap: 0 },
      { transition: 'crossfade', reach: 10, overlap: 10 },
    ]);
    expect(joinsOf(film, 30).map((join) => joinFrames(join!))).toEqual([30, 20, 10]);
    expect(joinsOf([section(1, 'crossfade'), section(300)], 30)).toEqual([null]);
  });

  it('shorten the film by what crossfades show at once', () => {
    const seconds = (film: ReturnType<typeof section>[]) =>
      filmSeconds(film.map((one) => ({ ...one, effectiveDuration: one.frames / 30 })));
    expect(seconds([section(300), section(300)])).toBe(20);
    expect(seconds([section(300, 'dip', 2), section(300, 'crossfade')])).toBe(20);
    expect(seconds([section(300, 'crossfade', 0.5), section(300)])).toBe(19.5);
  });

  it('and the bodies of sections make up exactly the film, each frame once, cut only at keyframes', () => {
    fc.assert(
      fc.property(anyFilm, (film) => {
        const joins = joinsOf(film, 30);
        const { bodies, joins: parts } = divideFilm(film, joins);
        const places = framePlaces(film, joins);
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
          expect(from).toBeGreaterThanOrEqual(joins[index - 1]?.reach ?? 0);
          expect(all - to).toBeGreaterThanOrEqual(joins[index]?.reach ?? 0);
          frames += to - from + (part ? partFrames(part, all) : 0);
        }
        const overlaps = joins.reduce((sum, join) => sum + (join?.overlap ?? 0), 0);
        expect(frames).toBe(film.reduce((sum, one) => sum + one.frames, 0) - overlaps);
        expect(places.reduce((sum, place) => sum + place.frames, 0)).toBe(frames);
      }),
    );
  });

  it('leave places without gaps, and captions that never overlap', () => {
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
});
