import { describe, expect, it } from 'vitest';
import { CAPTION_GROUND, captionPlaceOn } from '#film/captions/caption-look.ts';
import { CAPTION_PLACES, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { CARD } from '#film/cards/drawn-text.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { lowerThirdOf } from '#film/cards/lower-third.ts';
import { type LowerStyle, SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { settingsOfParts } from '#film/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { layOut } from '../../../client/src/components/player/film/timeline/timeline.ts';
import { filmPartOf, thirdOf } from '../../../client/src/features/edit/section/film/parts.ts';
import { toAss } from '../../../worker/subtitles/ass.ts';

const PICTURE = { width: 1280, height: 720, lengthMs: 10_000 };

describe('a lower third', () => {
  // product 25.12
  it('is absent without a name, and shown for four seconds, starting at half a second', () => {
    expect(lowerThirdOf(SECTION_DEFAULTS)).toBeNull();
    expect(lowerThirdOf({ ...SECTION_DEFAULTS, lowerName: '  ', lowerDetail: 'Boat builder' })).toBeNull();
    expect(lowerThirdOf({ ...SECTION_DEFAULTS, lowerName: ' Maya ' })).toEqual({
      name: 'Maya',
      detail: '',
      startMs: 500,
      endMs: 4500,
    });
  });

  it('stays with the first part of a split, in every language', () => {
    const own = { text: 'x', of: null };
    const localized = { hi: { title: own, lowerName: own }, bn: { lowerDetail: own } };
    const { first, second } = settingsOfParts({ ...SECTION_DEFAULTS, lowerName: 'Maya', localized });
    expect(first).toMatchObject({ lowerName: 'Maya', localized });
    expect(second).toMatchObject({ lowerName: '', localized: { hi: { title: own } } });
    expect(second.localized).not.toHaveProperty('bn');
  });

  // product 25.12
  it('is easy to read on any image', () => {
    // White shines through its box, so all colours are grey.
    const [text, ground] = [CARD.text, CAPTION_GROUND.color].map((color) =>
      Number.parseInt(color.slice(1, 3), 16),
    ) as [number, number];
    const { clear } = CAPTION_GROUND;
    const light = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;
    const contrast = (light(text) + 0.05) / (light(ground * (1 - clear) + 255 * clear) + 0.05);
    expect(contrast).toBeGreaterThan(7);
  });

  // product 25.28
  it.each([
    ['boxed', { border: 4, hasRule: false, outlines: [] }],
    ['plain', { border: 1, hasRule: false, outlines: [2.6, 1.9] }],
    ['line', { border: 1, hasRule: true, outlines: [0, 2.6, 1.9] }],
  ] satisfies [LowerStyle, object][])(
    'has its background and outlines in the style %s',
    (lowerStyle, drawn) => {
      const lowerThird = lowerThirdOf({
        ...SECTION_DEFAULTS,
        lowerName: 'Maya',
        lowerDetail: 'Boat builder',
        lowerStyle,
      });
      const file = toAss({ title: null, cues: [], look: PLAIN_CAPTIONS, lowerThird }, PICTURE, UNFRAMED);
      const event = file.split('\n').find((line) => line.startsWith('Dialogue:'))!;
      expect({
        border: Number(/^Style: Lower,(.*)$/m.exec(file)![1]!.split(',')[14]),
        hasRule: event.includes(String.raw`\p1}m 0 0`),
        outlines: [...event.matchAll(/\\bord([\d.]+)/g)].map(([, width]) => Number(width)),
      }).toEqual(drawn);
    },
  );

  // product 25.14
  it('moves the captions that are shown with it to the top, and no others', () => {
    const lowerThird = { name: 'Maya {\\b1}', detail: '', startMs: 500, endMs: 4500 };
    const cue = (startMs: number, endMs: number) => ({ startMs, endMs, lines: ['Said'], words: [] });
    const cues = [cue(0, 500), cue(400, 900), cue(4000, 4600), cue(4500, 5000)];
    const file = toAss({ title: null, cues, look: PLAIN_CAPTIONS, lowerThird }, PICTURE, UNFRAMED);
    const events = file.split('\n').filter((line) => line.startsWith('Dialogue:'));
    expect(events.map((line) => line.includes('{\\an8}'))).toEqual([false, false, true, true, false]);
    // Text of the creator must not act as a command.
    expect(events[0]).toContain('0:00:00.50,0:00:04.50,Lower');
    expect(events[0]).toContain('Maya \\{\\\u2060b1\\}');
    const beside = { title: null, lowerThird: true };
    const places = CAPTION_PLACES.map((captionPlace) =>
      captionPlaceOn({ ...PLAIN_CAPTIONS, captionPlace }, beside),
    );
    expect(places).toEqual(['top', 'top', 'top']);
  });

  // product 25.13
  it('appears and disappears with its video in a crossfade, and is visible in both sections', () => {
    const image = (id: string, lowerStart: number) =>
      ({
        ...SECTION_DEFAULTS,
        id,
        media: 'image',
        effectiveDuration: 4,
        startTime: 0,
        endTime: 4,
        lowerName: id,
        lowerStart,
        transition: 'crossfade',
        transitionSeconds: 1,
      }) as Section;
    const sections = [image('a', 1), image('b', 0)];
    const film = layOut(sections.map((section) => filmPartOf(section, undefined, 'fit')));
    const [a, b] = sections.flatMap((section) => thirdOf(section, film));
    expect([a, b]).toMatchObject([
      { start: 1, end: 5, until: 4.5 },
      { start: 4, end: 8, until: 8 },
    ]);
    expect([3, 3.5, 4, 4.5].map((second) => a!.seen(second))).toEqual([1, 1, 0.5, 0]);
    expect([3.5, 4, 4.5, 5].map((second) => b!.seen(second))).toEqual([0, 0.5, 1, 1]);
  });
});
