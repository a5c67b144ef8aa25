import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { makeCues } from '#core/subtitles/cues.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { firstPicture, makeSource, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const FILM = { width: 640, height: 360 };
let made = 0;

type Rgb = [number, number, number];
type IsInk = (color: Rgb) => boolean;
const isBright: IsInk = ([red, green, blue]) => Math.min(red, green, blue) > 225;
const isYellow: IsInk = ([red, green, blue]) => red > 190 && green > 160 && blue < 140;
/** A letter on black, in any colour. */
const isLetter: IsInk = (color) => Math.max(...color) > 90;

/** The first picture of a section over this colour, with this said in it. */
async function draw(
  spoken: { text: string; startMs: number; endMs: number }[],
  look: Partial<CaptionLook>,
  color = 'black',
): Promise<Buffer> {
  const source = at(`source-${made}.mp4`);
  const outFile = at(`section-${made++}/section.mov`);
  await makeSource(source, { picture: `color=c=${color}:s=640x360:r=30:d=3`, sound: null });
  const whole = { ...PLAIN_CAPTIONS, ...look };
  const spec = await sectionOf(source, { startMs: 0, endMs: 2000 }, FILM);
  await mkdir(dirname(outFile));
  const text = { title: null, cues: makeCues(spoken, 2000, whole), look: whole };
  await renderSection({ ...spec, text }, { ffmpeg: testFfmpeg(), outFile });
  return firstPicture(outFile, 'rgb24');
}

/** The box around the pixels of a colour, and how many they are. */
function inkOf(picture: Buffer, isInk: IsInk) {
  let [left, right, top, bottom, pixels] = [FILM.width, 0, FILM.height, 0, 0];
  for (let y = 0; y < FILM.height; y++) {
    for (let x = 0; x < FILM.width; x++) {
      const i = (y * FILM.width + x) * 3;
      if (!isInk([picture[i]!, picture[i + 1]!, picture[i + 2]!])) continue;
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
      ];
      pixels++;
    }
  }
  return { left, right, top, bottom, pixels, width: right - left };
}

const said = (text: string) => [{ text, startMs: 0, endMs: 1900 }];
const TEXTS = {
  English: 'The river begins here',
  Bengali: 'নদীটি এখানে শুরু হয়',
  Hindi: 'नदी यहाँ शुरू होती है',
};

describe.each(Object.entries(TEXTS))('captions in %s', (_, text) => {
  it('stand where they are wanted', async () => {
    const middles: number[] = [];
    for (const captionPlace of ['top', 'middle', 'bottom'] as const) {
      const { top, bottom } = inkOf(await draw(said(text), { captionPlace }), isBright);
      middles.push((top + bottom) / 2 / FILM.height);
    }
    expect(middles[0]).toBeLessThan(0.2);
    expect(middles[1]).toBeGreaterThan(0.45);
    expect(middles[1]).toBeLessThan(0.55);
    expect(middles[2]).toBeGreaterThan(0.8);
  });

  it('are as large as they are wanted', async () => {
    const [small, medium, large] = await Promise.all(
      (['small', 'medium', 'large'] as const).map(
        async (captionSize) => inkOf(await draw(said(text), { captionSize }), isBright).width,
      ),
    );
    expect(small! / medium!).toBeCloseTo(0.75, 1);
    expect(large! / medium!).toBeCloseTo(1.3, 1);
  });

  it('are light in a dark box, which lets a little of a white picture through', async () => {
    const look = { captionStyle: 'boxed', captionColor: 'yellow' } as const;
    const picture = await draw(said(text), look, 'white');
    const letters = inkOf(picture, isYellow);
    const box = inkOf(picture, ([red, green, blue]) => Math.max(red, green, blue) < 75);
    expect(letters.pixels).toBeGreaterThan(200);
    for (const side of ['left', 'top'] as const) expect(box[side]).toBeLessThan(letters[side] - 3);
    for (const side of ['right', 'bottom'] as const) expect(box[side]).toBeGreaterThan(letters[side] + 3);
  });

  it('light the word that is spoken, and only its colour changes', async () => {
    const words = text.split(' ');
    const look = { captionStyle: 'words', captionColor: 'yellow' } as const;
    const places: number[] = [];
    const widths: number[] = [];
    for (const lit of words.keys()) {
      // Of the first picture: the words before it were just spoken.
      const spoken = words.map((word, index) => ({
        text: word,
        startMs: Math.max(0, index - lit) * 400,
        endMs: Math.max(0, index - lit + 1) * 400,
      }));
      const picture = await draw(spoken, look);
      const { left, right, pixels } = inkOf(picture, isYellow);
      expect(pixels).toBeGreaterThan(20);
      places.push((left + right) / 2);
      widths.push(inkOf(picture, isLetter).width);
    }
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(3);
  });
});

describe('letters that are written joined', () => {
  /** A non-joiner shows the same letters apart: correctly joined ones are much narrower. */
  const APART = '\u200C';
  it.each([
    ['Bengali', 'lines', 'ক্ষ'],
    ['Bengali', 'boxed', 'ক্ষ'],
    ['Bengali', 'words', 'ক্ষ'],
    ['Hindi', 'lines', 'क्ष'],
    ['Hindi', 'boxed', 'क्ष'],
    ['Hindi', 'words', 'क्ष'],
  ] as const)('are joined in %s, in the style %s', async (_, captionStyle, letters) => {
    const apart = letters.replace(/([\u09CD\u094D])/, `$1${APART}`);
    const look = { captionStyle, captionColor: 'white' } as const;
    const joined = inkOf(await draw(said(letters.repeat(6)), look), isBright);
    const loose = inkOf(await draw(said(apart.repeat(6)), look), isBright);
    expect(joined.width).toBeGreaterThan(60);
    expect(joined.width).toBeLessThan(loose.width * 0.85);
  });
});
