import { describe, expect, it } from 'vitest';
import { planOf } from '../../../worker/check/plan.ts';
import { quietSpans } from '../../../worker/check/sources/levels.ts';
import { piecesIn, spansInFilm } from '../../../worker/check/sources/promised.ts';
import { filmOf } from '../../helpers/films/planned-film.ts';

describe('the video that a section shows', () => {
  const planned = (...args: Parameters<typeof filmOf>) => planOf(...filmOf(...args))[0]!;

  it('maps a range to its position in the film', () => {
    const { shown, played } = planned({ startMs: 10_000, endMs: 14_000 }, { startMs: 2000 });
    const parts = [{ startMs: 10_000, endMs: 14_000, inFilm: { startMs: 2000, endMs: 6000 } }];
    expect(shown).toMatchObject({ parts, held: null });
    expect(played).toMatchObject({ parts });
  });

  it('maps each part between cuts at its speed', () => {
    const cuts = [{ startMs: 11_000, endMs: 12_000 }];
    const { shown } = planned({ startMs: 10_000, endMs: 14_000, speed: 2, cuts }, { effectiveMs: 1500 });
    expect(shown!.parts).toEqual([
      { startMs: 10_000, endMs: 11_000, inFilm: { startMs: 0, endMs: 500 } },
      { startMs: 12_000, endMs: 14_000, inFilm: { startMs: 500, endMs: 1500 } },
    ]);
  });

  it('plays more of its video, more slowly, and holds its last frame for its narration', () => {
    const fit = { extend: 1, slow: 1.1, freeze: 0.5 };
    const { shown, played } = planned({ startMs: 0, endMs: 4000 }, { effectiveMs: 6000, fit });
    expect(shown!.parts).toEqual([{ startMs: 0, endMs: 5000, inFilm: { startMs: 0, endMs: 5500 } }]);
    expect(shown!.held).toEqual({ atMs: 5000, inFilm: { startMs: 5500, endMs: 6000 } });
    expect(played!.parts).toMatchObject([{ startMs: 0, endMs: 5000 }]);
  });

  it('ends with its position in the film, at its own speed', () => {
    const { shown } = planned({ startMs: 0, endMs: 4000 }, { effectiveMs: 3000 });
    expect(shown!.parts).toEqual([{ startMs: 0, endMs: 3000, inFilm: { startMs: 0, endMs: 3000 } }]);
  });

  it('has rows without text, unless text may be anywhere', () => {
    const spokenSection = { words: [{ text: 'Said.', startMs: 0, endMs: 900 }] };
    const lowerThird = { name: 'A name', detail: '', startMs: 0, endMs: 2000 };
    const rows = (section: Parameters<typeof filmOf>[0], film: Parameters<typeof filmOf>[2] = {}) =>
      planned(section, {}, film).shown!.clearRows;
    expect(rows(spokenSection)).toEqual([0, 1]);
    expect(rows(spokenSection, { burnSubtitles: true })).toEqual([0, 0.55]);
    expect(rows(spokenSection, { burnSubtitles: true, captionPlace: 'top' })).toEqual([0.45, 1]);
    expect(rows(spokenSection, { burnSubtitles: true, captionPlace: 'middle' })).toBeNull();
    expect(rows({ ...spokenSection, captions: false }, { burnSubtitles: true })).toEqual([0, 1]);
    expect(rows({ lowerThird })).toEqual([0, 0.55]);
    expect(rows({ ...spokenSection, lowerThird }, { burnSubtitles: true })).toBeNull();
  });

  it('is absent for the credits, which are still and silent, and whose lines are all drawn', () => {
    const credits = [[{ title: 'A river', detail: 'Ann · CC BY 4.0' }], [{ title: 'A song', detail: '' }]];
    expect(planned({ title: 'Credits', media: { kind: 'card', credits } })).toMatchObject({
      shown: null,
      played: null,
      promisedMs: null,
      still: true,
      quiet: true,
      drawn: ['Credits', 'A river', 'Ann · CC BY 4.0', 'A song', ''],
    });
  });

  it('is absent for a card, and plays nothing if it is muted', () => {
    expect(planned({ media: { kind: 'card' } })).toMatchObject({ shown: null, played: null });
    expect(planned({ muted: true })).toMatchObject({ shown: {}, played: null });
  });
});

describe('piecesIn', () => {
  const parts = [
    { startMs: 10_000, endMs: 12_000, inFilm: { startMs: 0, endMs: 1000 } },
    { startMs: 20_000, endMs: 22_000, inFilm: { startMs: 1000, endMs: 2000 } },
  ];

  it('returns what plays within a span, for each part', () => {
    expect(piecesIn(parts, { startMs: 500, endMs: 1500 })).toEqual([
      { startMs: 11_000, endMs: 12_000, inFilm: { startMs: 500, endMs: 1000 } },
      { startMs: 20_000, endMs: 21_000, inFilm: { startMs: 1000, endMs: 1500 } },
    ]);
  });

  it('leaves out margins, and pieces that are not longer than them', () => {
    expect(piecesIn(parts, { startMs: 0, endMs: 1300 }, 200)).toEqual([
      { startMs: 10_400, endMs: 11_600, inFilm: { startMs: 200, endMs: 800 } },
    ]);
  });

  it('returns nothing for parts of no length', () => {
    expect(piecesIn([{ startMs: 5, endMs: 5, inFilm: { startMs: 0, endMs: 0 } }], parts[0]!)).toEqual([]);
  });
});

describe('spansInFilm', () => {
  it('joins spans of a video that are adjacent in the film', () => {
    const parts = [
      { startMs: 0, endMs: 1000, inFilm: { startMs: 0, endMs: 1000 } },
      { startMs: 5000, endMs: 6000, inFilm: { startMs: 1000, endMs: 2000 } },
    ];
    const silent = [
      { startMs: 400, endMs: 3000 },
      { startMs: 4000, endMs: 5300 },
      { startMs: 5700, endMs: 9000 },
    ];
    expect(spansInFilm(parts, silent)).toEqual([
      { startMs: 400, endMs: 1300 },
      { startMs: 1700, endMs: 2000 },
    ]);
  });
});

describe('quietSpans', () => {
  it('returns when levels are below a limit that may change', () => {
    const peak = new Float32Array([-60, -60, -30, -60, -45]);
    const levels = { startMs: 1000, peak, mean: peak };
    expect(quietSpans(levels, (atMs) => (atMs < 1040 ? -50 : -40))).toEqual([
      { startMs: 1000, endMs: 1020 },
      { startMs: 1030, endMs: 1050 },
    ]);
  });
});
