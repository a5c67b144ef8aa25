import { describe, expect, it } from 'vitest';
import { CAPTION_GROUNDS, captionShape, lookOf } from '#film/captions/caption-look.ts';
import {
  CAPTION_PLACES,
  type CaptionLook,
  type CaptionPlace,
  PLAIN_CAPTIONS,
} from '#contract/caption-look.ts';
import { wordGrowth } from '#film/captions/caption-lines.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { CARD_PLACES, type CardPlace } from '#contract/section-settings.ts';
import { makeCues } from '#film/captions/cues.ts';
import { toAss } from '../../../worker/subtitles/ass.ts';

const SPOKEN = [
  { text: 'One', startMs: 300, endMs: 700 },
  { text: 'two,', startMs: 800, endMs: 1200 },
  { text: 'three.', startMs: 1900, endMs: 2500 },
];

describe('captions drawn by libass', () => {
  const picture = { width: 1280, height: 720, lengthMs: 4000 };
  const ass = (look: Partial<CaptionLook>, title: string | null = null, cardPlace: CardPlace = 'middle') =>
    toAss({ title, cues: makeCues(SPOKEN, 4000), look: { ...PLAIN_CAPTIONS, ...look } }, picture, {
      ...UNFRAMED,
      cardPlace,
    });
  const valuesOf = (file: string, name = 'Caption') =>
    new RegExp(`^Style: ${name},(.*)$`, 'm').exec(file)![1]!.split(',');
  const styleOf = (file: string) => {
    const values = valuesOf(file);
    return {
      size: Number(values[1]),
      ink: values[2],
      border: Number(values[14]),
      alignment: Number(values[17]),
    };
  };
  const events = (file: string, style = 'Caption') =>
    file.split('\n').filter((line) => line.startsWith('Dialogue: ') && line.split(',')[3] === style);

  it('captions drawn by libass have their size, position and colour', () => {
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

  // product 21.1, 25.11
  it('do not cover the title of a card', () => {
    const placed = (captionPlace: CaptionPlace, cardPlace: CardPlace) =>
      styleOf(ass({ captionPlace }, 'A title', cardPlace)).alignment;
    const positions = CARD_PLACES.map((place) => CAPTION_PLACES.map((caption) => placed(caption, place)));
    expect(positions).toEqual([
      [2, 2, 2],
      [8, 2, 2],
      [8, 8, 8],
    ]);
  });

  // product 21.3
  it('highlight one word after another, larger and in its colour, and none in a pause', () => {
    const file = ass({ captionHighlight: 'word', captionColor: 'green' });
    const spokenEvents = events(file, 'Spoken').map((line) => {
      const [, from, to] = line.split(',');
      return [from, to, /\\fscx[\d.]+\\fscy110\}([^{]*)/.exec(line)?.[1]];
    });
    expect(spokenEvents).toEqual([
      ['0:00:00.30', '0:00:00.80', 'One'],
      ['0:00:00.80', '0:00:01.20', 'two,'],
      ['0:00:01.90', '0:00:02.50', 'three.'],
    ]);
    expect(/^Style: Spoken,.*$/m.exec(file)![0]).toContain('&H006AE54B');
    const lineTexts = events(file).map((line) =>
      line.match(/\\fs\d+\}[^ {\u200C]+/g)!.map((part) => part.split('}')[1]),
    );
    expect(lineTexts).toEqual([
      ['two,', 'three.'],
      ['One', 'three.'],
      ['One', 'two,', 'three.'],
      ['One', 'two,'],
      ['One', 'two,', 'three.'],
    ]);
  });

  it('make a highlighted word wider only within the spaces beside it', () => {
    const spokenTexts = (text: string) => {
      const cues = makeCues([{ text, startMs: 0, endMs: 3000 }], 4000);
      const look = { ...PLAIN_CAPTIONS, ...lookOf('lines', true) };
      const file = toAss({ title: null, cues, look }, picture, UNFRAMED);
      return events(file, 'Spoken').map((line) =>
        /\\fscx([\d.]+)\\fscy([\d.]+)\}([^{]*)/.exec(line)!.slice(1),
      );
    };
    const [[short], [long]] = [spokenTexts('so'), spokenTexts('inconvenience')] as [string[][], string[][]];
    expect(short).toEqual(['110', '110', 'so']);
    expect(long!.slice(1)).toEqual(['110', 'inconvenience']);
    expect(Number(long![0])).toBeGreaterThan(101);
    expect(Number(long![0])).toBeLessThan(105);
    // Characters that an .ass file escapes with a backslash count once.
    expect(spokenTexts('{inconvenience}')[0]!.slice(0, 1)).toEqual([
      String(Math.round(wordGrowth('{inconvenience}') * 1000) / 10),
    ]);
  });

  // product 21.3
  it('break highlighted lines where all others are broken, whichever word is larger', () => {
    const file = ass({ captionHighlight: 'word' });
    const dialogueLines = [...events(file), ...events(file, 'Spoken')];
    expect(dialogueLines.every((line) => line.includes('{\\q2}'))).toBe(true);
    const texts = dialogueLines.map((line) =>
      line
        .replaceAll(/\{[^}]*\}/g, '')
        .split(',,')
        .at(-1),
    );
    expect(new Set(texts).size).toBe(1);
  });

  // product 21.1
  it('captions have a thick outline, or a rounded box behind each line as long as it is shown', () => {
    expect(valuesOf(ass({ captionDesign: 'outline' }))[15]).toBe('6.5');
    const file = ass({ captionDesign: 'pill', captionHighlight: 'word' });
    expect(valuesOf(file)[15]).toBe('0.0');
    // The box is the outline of text that is a struck-through line without height.
    const [strikeOut, scaleY, outline] = [9, 11, 15].map((at) => valuesOf(file, 'Pill')[at]);
    expect([strikeOut, scaleY, outline]).toEqual(['-1', '0.1', '30.0']);
    const boxes = events(file, 'Pill');
    expect(boxes).toHaveLength(1);
    expect(boxes[0]).toContain('Dialogue: 0,0:00:00.30,0:00:03.10,Pill');
    expect(events(file).every((line) => line.startsWith('Dialogue: 1,'))).toBe(true);
  });

  // product 21.10
  it('avoid the buttons of sites in a tall film, with their boxes', () => {
    const ends = (size: { width: number; height: number }) => {
      const { side, bottom } = captionShape({ ...PLAIN_CAPTIONS, captionDesign: 'pill' }, size);
      return [side / size.width, bottom / size.height];
    };
    const [wide, tall] = [ends(picture), ends({ width: 720, height: 1280 })];
    expect(tall[1]).toBeGreaterThanOrEqual(0.2);
    expect(wide[1]).toBeCloseTo(0.05);
    expect(tall[0]! - 0.08).toBeCloseTo(0.075 * 0.6);
  });

  // product 25.14
  it.each(CAPTION_GROUNDS)('leave the bottom to a lower third, with their whole background: %s', (ground) => {
    const lowerThird = { name: 'Maya', detail: '', startMs: 0, endMs: 4000 };
    for (const captionPlace of CAPTION_PLACES) {
      const look = { ...PLAIN_CAPTIONS, captionPlace, ...lookOf(ground, true) };
      const cues = makeCues(SPOKEN, 4000);
      const file = toAss({ title: null, cues, look, lowerThird }, picture, UNFRAMED);
      const dialogueLines = file
        .split('\n')
        .filter((line) => /^Dialogue: .*,(Caption|Spoken|Pill),/.test(line));
      expect(dialogueLines.length).toBeGreaterThan(1);
      const isAtTop = valuesOf(file)[17] === '8';
      for (const line of dialogueLines) {
        expect(isAtTop || line.includes('{\\an8}')).toBe(true);
        // A rounded box has a position of its own.
        const y = Number(/\\pos\([\d.]+,([\d.]+)\)/.exec(line)?.[1] ?? 0);
        expect(y).toBeLessThan(picture.height / 4);
      }
    }
  });

  it('captions drawn by libass have shorter lines if letters are large', () => {
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
