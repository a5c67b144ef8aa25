import { describe, expect, it } from 'vitest';
import {
  CAPTION_COLORS,
  CAPTION_DIM,
  CAPTION_GROUND,
  CAPTION_INK,
  CAPTION_PLACES,
  type CaptionLook,
  type CaptionPlace,
  PLAIN_CAPTIONS,
} from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/framing.ts';
import { joinFilm, renderSection, type SectionSnapshot } from '#contract/jobs/generation.ts';
import { excerptSchema } from '#contract/section-length.ts';
import { CARD_PLACES, type CardPlace } from '#contract/section-settings.ts';
import { CUT } from '#contract/transitions.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { filmKey, renderKey } from '#core/film/keys.ts';
import { makeCues } from '#core/subtitles/cues.ts';
import { toAss } from '../../../worker/subtitles/ass.ts';

type Rgb = [number, number, number];
const rgb = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

/** The contrast of two colours, as WCAG defines it. */
function contrast(a: Rgb, b: Rgb): number {
  const light = (color: Rgb) => {
    const [red, green, blue] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as Rgb;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [brighter, darker] = [light(a), light(b)].toSorted((one, two) => two - one) as [number, number];
  return (brighter + 0.05) / (darker + 0.05);
}

describe('the colours of captions', () => {
  const ground = rgb(CAPTION_GROUND.color);
  const overWhite = ground.map(
    (value) => value * (1 - CAPTION_GROUND.clear) + 255 * CAPTION_GROUND.clear,
  ) as Rgb;
  it.each([...CAPTION_COLORS.map((color) => CAPTION_INK[color]), CAPTION_DIM])(
    'have a contrast of 4.5 to 1 at least to their outline: %s',
    (color) => {
      expect(contrast(rgb(color), ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each(CAPTION_COLORS)(
    'tell a word that is spoken from the others by a contrast of 2 to 1: %s',
    (color) => {
      expect(contrast(rgb(CAPTION_INK[color]), rgb(CAPTION_DIM))).toBeGreaterThanOrEqual(2);
    },
  );
  it.each(CAPTION_COLORS)('have it to their box over a white picture too: %s', (color) => {
    expect(contrast(rgb(CAPTION_INK[color]), overWhite)).toBeGreaterThanOrEqual(4.5);
  });
});

const SPOKEN = [
  { text: 'One', startMs: 300, endMs: 700 },
  { text: 'two,', startMs: 800, endMs: 1200 },
  { text: 'three.', startMs: 1900, endMs: 2500 },
];

describe('the words of a caption', () => {
  const timesOf = (spoken: typeof SPOKEN, endMs = 4000) =>
    makeCues(spoken, endMs).map(({ words }) => words.map((word) => [word.startMs, word.endMs]));

  it('are lit as they are spoken, until the next one unless a pause is between', () => {
    const times = (third: number) => timesOf([...SPOKEN.slice(0, 2), { ...SPOKEN[2]!, startMs: third }]);
    expect(times(1900)).toEqual([
      [
        [300, 800],
        [800, 1200],
        [1900, 2500],
      ],
    ]);
    expect(times(1500)).toEqual([
      [
        [300, 800],
        [800, 1500],
        [1500, 2500],
      ],
    ]);
  });

  it('share the time of a text without times by their lengths', () => {
    const [words] = timesOf([{ text: 'I am extraordinarily happy', startMs: 0, endMs: 2700 }]);
    expect(words).toEqual([
      [0, 200],
      [200, 500],
      [500, 2100],
      [2100, 2700],
    ]);
  });

  it('follow a caption that is late, and are all lit before it ends', () => {
    const fast = Array.from({ length: 30 }, (_, index) => ({
      text: 'hurrying,',
      startMs: index * 150,
      endMs: index * 150 + 150,
    }));
    for (const { startMs, endMs, words, lines } of makeCues(fast, 4500)) {
      expect(words).toHaveLength(lines.join(' ').split(' ').length);
      let at = startMs;
      for (const word of words) {
        expect(word.startMs).toBeGreaterThanOrEqual(at);
        expect(word.endMs).toBeGreaterThan(word.startMs);
        at = word.endMs;
      }
      expect(at).toBeLessThanOrEqual(endMs);
    }
  });
});

describe('captions drawn by libass', () => {
  const picture = { width: 1280, height: 720, lengthMs: 4000 };
  const ass = (look: Partial<CaptionLook>, title: string | null = null, cardPlace: CardPlace = 'middle') =>
    toAss({ title, cues: makeCues(SPOKEN, 4000), look: { ...PLAIN_CAPTIONS, ...look } }, picture, {
      ...UNFRAMED,
      cardPlace,
    });
  const styleOf = (file: string) => {
    const values = /^Style: Caption,(.*)$/m.exec(file)![1]!.split(',');
    return {
      size: Number(values[1]),
      ink: values[2],
      border: Number(values[14]),
      alignment: Number(values[17]),
    };
  };
  const events = (file: string) => file.split('\n').filter((line) => /^Dialogue: .*,Caption,/.test(line));

  it('have their size, place and colour', () => {
    expect(styleOf(ass({}))).toEqual({ size: 50, ink: '&H00FFFFFF', border: 1, alignment: 2 });
    expect(styleOf(ass({ captionSize: 'large', captionPlace: 'top', captionColor: 'yellow' }))).toEqual({
      size: 66,
      ink: '&H004DE1FF',
      border: 1,
      alignment: 8,
    });
    expect(styleOf(ass({ captionSize: 'small', captionPlace: 'middle', captionStyle: 'boxed' }))).toEqual({
      size: 38,
      ink: '&H00FFFFFF',
      border: 4,
      alignment: 5,
    });
  });

  it('leave the place of its title to a card', () => {
    const placed = (captionPlace: CaptionPlace, cardPlace: CardPlace) =>
      styleOf(ass({ captionPlace }, 'A title', cardPlace)).alignment;
    const told = CARD_PLACES.map((place) => CAPTION_PLACES.map((caption) => placed(caption, place)));
    expect(told).toEqual([
      [2, 2, 2],
      [8, 2, 2],
      [8, 8, 8],
    ]);
  });

  it('light one word after the other, and nothing in a pause', () => {
    const lit = events(ass({ captionStyle: 'words', captionColor: 'yellow' })).map((line) => {
      const [, from, to] = line.split(',');
      const word = /\\1c&H4DE1FF&\}([^{\\]*)/.exec(line)?.[1]?.trim();
      return [from, to, word];
    });
    expect(lit).toEqual([
      ['0:00:00.30', '0:00:00.80', 'One'],
      ['0:00:00.80', '0:00:01.20', 'two,'],
      ['0:00:01.20', '0:00:01.90', undefined],
      ['0:00:01.90', '0:00:02.50', 'three.'],
      ['0:00:02.50', '0:00:03.10', undefined],
    ]);
  });

  it('have shorter lines where letters are large', () => {
    const text = 'A sentence that is long enough for two lines, and for several captions.';
    const longest = (captionSize: CaptionLook['captionSize']) =>
      Math.max(
        ...makeCues([{ text, startMs: 0, endMs: 6000 }], 8000, { captionSize }).flatMap(({ lines }) =>
          lines.map((line) => line.length),
        ),
      );
    expect(longest('medium')).toBeGreaterThan(28);
    expect(longest('large')).toBeLessThanOrEqual(28);
  });
});

describe('the key of a rendered section', () => {
  const section: SectionSnapshot = {
    sectionId: crypto.randomUUID(),
    title: 'A section',
    narration: null,
    muted: false,
    captions: true,
    media: { kind: 'video', sha256: 'a', fetchKey: 'b', scanKey: 'c', videoId: 'd' },
    ...excerptSchema.parse({ startMs: 0, endMs: 4000 }),
    ...UNFRAMED,
    ...CUT,
    words: SPOKEN,
  };
  const film = { width: 1280, height: 720, frameRate: 30, burnSubtitles: true, ...PLAIN_CAPTIONS };
  /** As it was before captions had looks. */
  const former = ({ words }: SectionSnapshot, burnSubtitles: boolean) =>
    artifactKey(renderSection, [
      'video',
      'a',
      'c',
      0,
      4000,
      null,
      words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
      burnSubtitles,
      1280,
      720,
      30,
    ]);
  const CHANGES: Partial<CaptionLook>[] = [
    { captionStyle: 'words' },
    { captionPlace: 'top' },
    { captionSize: 'large' },
    { captionColor: 'pink' },
  ];

  it('is what it was while captions look as they did', () => {
    expect(renderKey(section, film, null)).toBe(former(section, true));
    expect(renderKey(section, { ...film, burnSubtitles: false }, null)).toBe(former(section, false));
  });

  it('follows the look of captions that are drawn, and is otherwise left alone', () => {
    const keys = CHANGES.map((change) => renderKey(section, { ...film, ...change }, null));
    expect(new Set([...keys, former(section, true)]).size).toBe(5);
    const silent = { ...section, words: [] };
    const off = { ...section, captions: false };
    for (const change of CHANGES) {
      const plain = { ...film, ...change, burnSubtitles: false };
      expect(renderKey(section, plain, null)).toBe(former(section, false));
      expect(renderKey(silent, { ...film, ...change }, null)).toBe(former(silent, true));
      // Without captions it is the section of a film into which none are drawn.
      expect(renderKey(off, { ...film, ...change }, null)).toBe(former(off, false));
    }
  });

  it('is in the key of its film, which names the sections without captions too', () => {
    const keyOf = (...captions: boolean[]) =>
      filmKey(
        {
          title: 'A film',
          language: 'en',
          sections: captions.map((one) => ({ ...section, captions: one })),
        },
        ['a', 'b'],
        [null],
      );
    expect(new Set([keyOf(true, true), keyOf(false, true), keyOf(true, false)]).size).toBe(3);
    const { title, sectionId } = section;
    const before = ['A film', 'en', ['a', 'b'], [title, title], [sectionId, sectionId]];
    expect(keyOf(true, true)).toBe(artifactKey(joinFilm, before));
  });
});
