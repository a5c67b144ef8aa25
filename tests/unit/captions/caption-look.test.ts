import { describe, expect, it } from 'vitest';
import {
  CAPTION_COLORS,
  type CaptionLook,
  captionLookSchema,
  PLAIN_CAPTIONS,
} from '#contract/caption-look.ts';
import {
  CAPTION_GROUND,
  CAPTION_GROUNDS,
  captionInks,
  groundOf,
  isHighlighted,
  lookOf,
} from '#film/captions/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import type { LowerThird } from '#contract/lower-third.ts';
import { joinFilm, renderSection, type SectionSnapshot } from '#contract/jobs/generation.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { CUT } from '#film/transitions/transitions.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { filmKey, renderKey } from '#core/film/keys.ts';
import { planGeneration } from '#core/runs/kinds/generation.ts';
import { makeCues } from '#film/captions/cues.ts';

type Rgb = [number, number, number];
const rgb = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

/** Returns the contrast of two colours, as defined by WCAG. */
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
  const looks = (['none', 'word'] as const).flatMap((captionHighlight) =>
    CAPTION_COLORS.map((captionColor) => [captionHighlight, captionColor] as const),
  );
  const inksOf = ([captionHighlight, captionColor]: (typeof looks)[number]) =>
    Object.values(captionInks({ ...PLAIN_CAPTIONS, captionHighlight, captionColor })).map(rgb);

  // product 21.2
  it.each(looks)(
    'the colours of captions have a contrast of 4.5 to 1 at least to their outline: highlight %s, %s',
    (...look) => {
      for (const ink of inksOf(look)) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
  // product 21.2
  it.each(looks)(
    'have the same contrast to their box, even over a white image: highlight %s, %s',
    (...look) => {
      for (const ink of inksOf(look)) expect(contrast(ink, overWhite)).toBeGreaterThanOrEqual(4.5);
    },
  );
  // product 21.3
  it.each(CAPTION_COLORS)(
    'leave all words white and give the highlighted one a vivid colour: %s',
    (color) => {
      const [spoken, others] = inksOf(['word', color]) as [Rgb, Rgb];
      expect(others).toEqual([255, 255, 255]);
      expect(Math.max(...spoken) - Math.min(...spoken)).toBeGreaterThan(100);
    },
  );
});

describe('the style of captions', () => {
  // product 21.11
  it('is drawn as chosen in an earlier version', () => {
    const groundAndHighlight = (captionStyle: CaptionLook['captionStyle']) => {
      const look = captionLookSchema.parse({ captionStyle });
      return [groundOf(look), isHighlighted(look)];
    };
    expect((['lines', 'boxed', 'words'] as const).map(groundAndHighlight)).toEqual([
      ['lines', false],
      ['boxed', false],
      ['lines', true],
    ]);
  });

  // product 21.11
  it('is stored beside the nearest one that an earlier version knows', () => {
    for (const ground of CAPTION_GROUNDS) {
      for (const highlighted of [false, true]) {
        const look = { ...PLAIN_CAPTIONS, ...lookOf(ground, highlighted) };
        expect([groundOf(look), isHighlighted(look)]).toEqual([ground, highlighted]);
        expect(look.captionStyle).toBe(ground === 'boxed' || ground === 'pill' ? 'boxed' : 'lines');
      }
    }
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

  // product 21.3
  it('highlights each word while it is spoken, until the next one unless there is a pause', () => {
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

  // product 21.3
  it('share the time of a text without times in proportion to their lengths', () => {
    const [words] = timesOf([{ text: 'I am extraordinarily happy', startMs: 0, endMs: 2700 }]);
    expect(words).toEqual([
      [0, 200],
      [200, 500],
      [500, 2100],
      [2100, 2700],
    ]);
  });

  // product 21.3
  it('the words of a caption follow a caption that is late, and are all highlighted before it ends', () => {
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
  /** Returns the key that versions without caption looks computed. */
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
    { captionStyle: 'boxed' },
    { captionDesign: 'outline' },
    { captionDesign: 'pill' },
    { captionHighlight: 'word' },
    { captionPlace: 'top' },
    { captionSize: 'large' },
    { captionColor: 'pink' },
  ];

  // product 21.5
  it('is unchanged for the caption style of earlier versions', () => {
    expect(renderKey(section, film, null)).toBe(former(section, true));
    expect(renderKey(section, { ...film, burnSubtitles: false }, null)).toBe(former(section, false));
  });

  // product 21.5
  it('changes with the style of drawn captions, and is otherwise that of a film without captions', () => {
    const keys = CHANGES.map((change) => renderKey(section, { ...film, ...change }, null));
    expect(new Set([...keys, former(section, true)]).size).toBe(CHANGES.length + 1);
    const silent = { ...section, words: [] };
    const off = { ...section, captions: false };
    for (const change of CHANGES) {
      const plain = { ...film, ...change, burnSubtitles: false };
      expect(renderKey(section, plain, null)).toBe(former(section, false));
      expect(renderKey(silent, { ...film, ...change }, null)).toBe(former(silent, false));
      expect(renderKey(off, { ...film, ...change }, null)).toBe(former(off, false));
    }
  });

  // product 21.5
  it('is unchanged for each style that is drawn as before', () => {
    const look = {
      captionStyle: 'boxed',
      captionPlace: 'top',
      captionSize: 'large',
      captionColor: 'pink',
    } as const;
    const parts = ['video', 'a', 'c', 0, 4000, null, SPOKEN.map(Object.values), true, 1280, 720, 30];
    const before = artifactKey(renderSection, [...parts, ['captions', ...Object.values(look)]]);
    expect(renderKey(section, { ...film, ...look }, null)).toBe(before);
  });

  // product 25.28
  it('changes with the style of a lower third, and is unchanged for one in a box', () => {
    const third = { name: 'Maya', detail: 'Boat builder', startMs: 500, endMs: 4500 };
    const parts = ['video', 'a', 'c', 0, 4000, null, SPOKEN.map(Object.values), true, 1280, 720, 30];
    const before = artifactKey(renderSection, [...parts, ['lower third', ...Object.values(third)]]);
    const keyOf = (lowerThird: LowerThird) => renderKey({ ...section, lowerThird }, film, null);
    const keys = [third, { ...third, style: 'plain' } as const, { ...third, style: 'line' } as const].map(
      keyOf,
    );
    expect(keys[0]).toBe(before);
    expect(new Set(keys).size).toBe(3);
  });

  // product 21.5
  it('changes if captions are drawn differently than before', () => {
    const tall = { ...film, width: 720, height: 1280 };
    const thirds = { ...section, lowerThird: { name: 'Maya', detail: '', startMs: 0, endMs: 1000 } };
    const middle = { ...film, captionPlace: 'middle' } as const;
    const step = (of: SectionSnapshot, options: typeof film) => {
      const steps = planGeneration({ ...options, sections: [of] }, new Set(['c']));
      return steps.find(({ job }) => job === renderSection.name)!.input;
    };
    for (const [of, made, captionDrawing] of [
      [section, tall, 2],
      [section, { ...film, captionStyle: 'words' }, 3],
      [section, { ...tall, captionHighlight: 'word' }, 3],
      [thirds, middle, 2],
    ] as const) {
      // Workers of earlier versions refuse inputs that they do not know.
      expect(step(of, made)).toMatchObject({ captionDrawing });
    }
    expect(step(section, film)).not.toHaveProperty('captionDrawing');
    expect(step(section, { ...tall, burnSubtitles: false })).not.toHaveProperty('captionDrawing');
    const same = [{ captionStyle: 'words' }, { captionHighlight: 'word' }] as const;
    const [words, highlighted] = same.map((look) => renderKey(section, { ...film, ...look }, null));
    expect(words).toBe(highlighted);
  });

  it('is part of the key of its film, which also names the sections without captions', () => {
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
