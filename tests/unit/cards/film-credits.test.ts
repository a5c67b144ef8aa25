import { describe, expect, it } from 'vitest';
import {
  creditPages,
  type CreditedVideo,
  CREDITS_LOOK,
  creditsMs,
  creditsShape,
  filmCreditsOf,
  pageTimes,
} from '#film/cards/film-credits.ts';
import { ASPECTS, SHAPES } from '#contract/shapes.ts';

const video = (id: string, changes: Partial<CreditedVideo> = {}): CreditedVideo => ({
  id,
  title: `Title ${id}`,
  channel: `Author ${id}`,
  license: 'CC BY 4.0',
  source: 'archive',
  ...changes,
});
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Title ${index}`, detail: 'Ann · CC BY 4.0' }));

describe('filmCreditsOf', () => {
  const none = { videos: [], music: null };

  // product 26.5
  it('names each video of other creators once, in the order of the film', () => {
    const videos = [
      video('b'),
      video('a', { license: null }),
      video('own', { source: 'upload' }),
      video('b'),
    ];
    expect(filmCreditsOf('auto', { ...none, videos }, 'en')).toEqual([
      { title: 'Title b', detail: 'Author b · CC BY 4.0' },
      { title: 'Title a', detail: 'Author a' },
    ]);
  });

  it('names nothing by default if no licence requires it', () => {
    const videos = [video('a', { license: 'CC0' }), video('b', { license: null })];
    expect(filmCreditsOf('auto', { ...none, videos }, 'en')).toEqual([]);
    expect(filmCreditsOf('on', { ...none, videos }, 'en')).toHaveLength(2);
  });

  it('names nothing if credits are off, whatever a licence requires', () => {
    expect(filmCreditsOf('off', { ...none, videos: [video('a')] }, 'en')).toEqual([]);
  });

  it('names music that has a credit, in the language of the film', () => {
    const music = { title: 'A song', credit: 'by Ann, CC BY 4.0' };
    const details = (['en', 'hi', 'bn'] as const).map(
      (language) => filmCreditsOf('auto', { ...none, music }, language)[0]!.detail,
    );
    expect(details).toEqual([
      'Music · by Ann, CC BY 4.0',
      'संगीत · by Ann, CC BY 4.0',
      'সঙ্গীত · by Ann, CC BY 4.0',
    ]);
    expect(filmCreditsOf('on', { ...none, music: { ...music, credit: ' ' } }, 'en')).toEqual([]);
  });

  // product 26.5
  it.each([
    ['CC0, https://openverse.org/audio/cc-by-hand', 0],
    ['by Ann, CC0, https://example.com/dawn', 0],
    ['Ann, Public Domain', 0],
    ['Public Domain, https://archive.org/details/dawn/by-sa', 0],
    ['No attribution required', 0],
    ['by Ann, CC BY 4.0, https://example.com/public-domain', 1],
    ['by The Public Domain, CC BY-SA 3.0', 1],
    ['by Ann', 1],
  ])('names music by default unless its credit names a licence without attribution: %s', (credit, count) => {
    const music = { title: 'A song', credit };
    expect(filmCreditsOf('auto', { ...none, music }, 'en')).toHaveLength(count);
    expect(filmCreditsOf('on', { ...none, music }, 'en')).toHaveLength(1);
  });

  it('leaves out an author without a name', () => {
    const videos = [video('a', { channel: 'User Added' })];
    expect(filmCreditsOf('on', { ...none, videos }, 'en')[0]!.detail).toBe('CC BY 4.0');
  });

  it('shortens long titles and authors, and puts each on one line', () => {
    const videos = [video('a', { title: 'word\n'.repeat(50), channel: 'x'.repeat(400) })];
    const [credit] = filmCreditsOf('on', { ...none, videos }, 'en');
    expect(credit!.title).toMatch(/^(word )+word…$/);
    expect(credit!.title.length).toBeLessThanOrEqual(80);
    expect(credit!.detail.length).toBeLessThanOrEqual(120);
  });
});

describe('creditPages', () => {
  // product 26.6
  it.each([
    [0, []],
    [1, [1]],
    [5, [5]],
    [6, [3, 3]],
    [11, [4, 4, 3]],
  ])('divides %i sources into pages of %j', (count, sizes) => {
    const pages = creditPages(numbered(count));
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(pages.flat()).toEqual(numbered(count));
  });

  it('shows each page for 3 s, and a full one longer', () => {
    expect(pageTimes(creditPages(numbered(6)))).toEqual([
      { startMs: 0, endMs: 3000 },
      { startMs: 3000, endMs: 6000 },
    ]);
    expect(creditsMs(creditPages(numbered(5)))).toBe(4000);
    expect(creditsMs([])).toBe(0);
  });
});

describe('creditsShape', () => {
  const heightOf = (
    page: ReturnType<typeof numbered>,
    shape: ReturnType<typeof creditsShape>,
    lines: number,
  ) =>
    shape.heading +
    shape.afterHeading +
    page.length * lines * (shape.title + shape.detail) +
    (page.length - 1) * shape.between;

  // product 26.6
  it.each(ASPECTS)('keeps the longest page of a film of %s within its margins', (aspect) => {
    const { width, height } = SHAPES[aspect];
    const long = Array.from({ length: 5 }, () => ({ title: 'x'.repeat(80), detail: 'x'.repeat(120) }));
    const shape = creditsShape(long, { width, height });
    const room = {
      width: width * (1 - 2 * CREDITS_LOOK.margin),
      height: height * (1 - 2 * CREDITS_LOOK.margin),
    };
    const lines = Math.ceil((120 * 0.36 * shape.detail) / room.width);
    expect(heightOf(long, shape, lines)).toBeLessThanOrEqual(room.height * 1.1);
    // The text is still large enough to read.
    expect(shape.detail / Math.min(width, height)).toBeGreaterThan(0.018);
  });

  it('has larger letters on a page with few short lines than on a full one', () => {
    const square = { width: 1080, height: 1080 };
    const crowded = creditsShape(
      Array.from({ length: 5 }, () => ({ title: 'x'.repeat(80), detail: 'x'.repeat(120) })),
      square,
    );
    expect(creditsShape(numbered(1), square).title).toBeGreaterThan(crowded.title);
  });
});
