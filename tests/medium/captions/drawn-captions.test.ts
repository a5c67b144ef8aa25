import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAPTION_GROUNDS, lookOf } from '#film/captions/caption-look.ts';
import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { makeCues } from '#film/captions/cues.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { firstPicture, makeSource, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const ffmpeg = testFfmpeg();
/** Large enough that a tenth of a short word is more than a pixel. */
const FILM = { width: 1280, height: 720 };
let fileCount = 0;

type Rgb = [number, number, number];
type IsInk = (color: Rgb) => boolean;
const isBright: IsInk = ([red, green, blue]) => Math.min(red, green, blue) > 225;
const isYellow: IsInk = ([red, green, blue]) => red > 190 && green > 160 && blue < 140;
const isDark: IsInk = (color) => Math.max(...color) < 75;

/** Returns the first picture of a section in this colour, with these words spoken in it. */
async function draw(
  spoken: { text: string; startMs: number; endMs: number }[],
  look: Partial<CaptionLook>,
  color = 'black',
): Promise<Buffer> {
  const source = at(`source-${fileCount}.mp4`);
  const outFile = at(`section-${fileCount++}/section.mov`);
  await makeSource(source, { picture: `color=c=${color}:s=640x360:r=30:d=3`, sound: null });
  const whole = { ...PLAIN_CAPTIONS, ...look };
  const spec = await sectionOf(source, { startMs: 0, endMs: 200 }, FILM);
  await mkdir(dirname(outFile));
  const text = { title: null, cues: makeCues(spoken, 2000, whole), look: whole };
  await renderSection({ ...spec, text }, { ffmpeg, outFile });
  return firstPicture(outFile, 'rgb24');
}

/** Returns the positions of the letters' pixels between two columns. */
function lettersIn(picture: Buffer, [from, to]: readonly [number, number]): number[] {
  const places: number[] = [];
  for (let at = 0; at < FILM.width * FILM.height; at++) {
    const x = at % FILM.width;
    if (x < from || x > to) continue;
    if (isBright([picture[at * 3]!, picture[at * 3 + 1]!, picture[at * 3 + 2]!])) places.push(at);
  }
  return places;
}

/** Returns the box around the pixels of a colour within a part of the picture, and their number. */
function inkOf(
  picture: Buffer,
  isInk: IsInk,
  part: { left?: number; right?: number; top?: number; bottom?: number } = {},
) {
  let [left, right, top, bottom, pixels] = [FILM.width, 0, FILM.height, 0, 0];
  for (let y = Math.round(part.top ?? 0); y < (part.bottom ?? FILM.height); y++) {
    for (let x = Math.round(part.left ?? 0); x < (part.right ?? FILM.width); x++) {
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

const timedText = (text: string) => [{ text, startMs: 0, endMs: 1900 }];
const TEXTS = {
  English: 'The river begins here',
  Bengali: 'নদীটি এখানে শুরু হয়',
  Hindi: 'नदी यहाँ शुरू होती है',
};

describe.each(Object.entries(TEXTS))('captions in %s', (_, text) => {
  // product 21.1
  it('are at the requested position', async () => {
    const middles: number[] = [];
    for (const captionPlace of ['top', 'middle', 'bottom'] as const) {
      const { top, bottom } = inkOf(await draw(timedText(text), { captionPlace }), isBright);
      middles.push((top + bottom) / 2 / FILM.height);
    }
    expect(middles[0]).toBeLessThan(0.2);
    expect(middles[1]).toBeGreaterThan(0.45);
    expect(middles[1]).toBeLessThan(0.55);
    expect(middles[2]).toBeGreaterThan(0.8);
  });

  // product 21.1
  it('have the requested size', async () => {
    const [small, medium, large] = await Promise.all(
      (['small', 'medium', 'large'] as const).map(
        async (captionSize) => inkOf(await draw(timedText(text), { captionSize }), isBright).width,
      ),
    );
    expect(small! / medium!).toBeCloseTo(0.75, 1);
    expect(large! / medium!).toBeCloseTo(1.3, 1);
  });

  // product 21.1
  it('are bright in a dark box that is slightly transparent on a white background', async () => {
    const look = { captionStyle: 'boxed', captionColor: 'yellow' } as const;
    const picture = await draw(timedText(text), look, 'white');
    const letters = inkOf(picture, isYellow);
    const box = inkOf(picture, isDark);
    expect(letters.pixels).toBeGreaterThan(800);
    for (const side of ['left', 'top'] as const) expect(box[side]).toBeLessThan(letters[side] - 6);
    for (const side of ['right', 'bottom'] as const) expect(box[side]).toBeGreaterThan(letters[side] + 6);
  });

  // product 21.3
  it('highlight the word being spoken: it is larger, and all others stay in place', async () => {
    const words = text.split(' ');
    const look = { captionHighlight: 'word' } as const;
    const pictures: Buffer[] = [];
    for (const spoken of words.keys()) {
      // The times are relative to the first picture: the words before this one have just been spoken.
      const timed = words.map((word, index) => ({
        text: word,
        startMs: Math.max(0, index - spoken) * 400,
        endMs: Math.max(0, index - spoken + 1) * 400,
      }));
      pictures.push(await draw(timed, look));
    }
    const places = pictures.map((picture) => inkOf(picture, isYellow));
    for (const { pixels } of places) expect(pixels).toBeGreaterThan(80);
    const middles = places.map(({ left, right }) => (left + right) / 2);
    expect(middles).toEqual(middles.toSorted((a, b) => a - b));
    for (const [index, { left, right, width }] of places.entries()) {
      const plain = inkOf(await draw(timedText(words[index]!), {}), isBright);
      expect(width / plain.width).toBeGreaterThan(1.04);
      expect(width / plain.width).toBeLessThan(1.17);
      // The middle of a word, in pictures in which other words are spoken.
      const range = [left + width * 0.2, right - width * 0.2] as const;
      const resting = pictures.filter((_, at) => at !== index).map((picture) => lettersIn(picture, range));
      expect(resting[0]!.length).toBeGreaterThan(40);
      // The encoder may change a few pixels; letters that moved would have few in common.
      const [first, ...others] = resting.map((letters) => new Set(letters));
      for (const letters of others) {
        const common = [...letters].filter((place) => first!.has(place)).length;
        expect(common).toBeGreaterThan(Math.max(letters.size, first!.size) * 0.9);
      }
    }
  });

  // product 21.1
  it('have a rounded box behind each line, also over a white background', async () => {
    const picture = await draw(timedText(text), { captionDesign: 'pill' }, 'white');
    const box = inkOf(picture, isDark);
    const height = box.bottom - box.top;
    expect(height).toBeGreaterThan(FILM.height * 0.07);
    // Its corners are those of the picture, and its sides are round.
    const corner = inkOf(picture, isDark, { right: box.left + height / 8, bottom: box.top + height / 8 });
    expect(corner.pixels).toBe(0);
    const letters = inkOf(picture, isBright, {
      ...box,
      left: box.left + height / 3,
      right: box.right - height / 3,
    });
    expect(letters.pixels).toBeGreaterThan(400);
    for (const side of ['left', 'top'] as const) expect(letters[side]).toBeGreaterThanOrEqual(box[side]);
    expect(box.left + box.right).toBeGreaterThan(FILM.width - 4);
    expect(box.left + box.right).toBeLessThan(FILM.width + 4);
  });

  // product 21.1
  it('have a thick outline, which makes them readable on a white background', async () => {
    const pixels = async (look: Partial<CaptionLook>) =>
      inkOf(await draw(timedText(text), look, 'white'), isDark).pixels;
    expect(await pixels({ captionDesign: 'outline' })).toBeGreaterThan((await pixels({})) * 1.4);
  });
});

describe('a long highlighted word', () => {
  /** Each long word is between two others. */
  const LONG = {
    English: ['for', 'telecommunications', 'and'],
    Bengali: ['এর', 'বিশ্ববিদ্যালয়ের', 'পরে'],
    Hindi: ['के', 'विश्वविद्यालयों', 'तक'],
  };
  /** The width of a space that is not widened, in pixels: 0.26 of the em of these letters. */
  const SPACE = FILM.height * 0.07 * 0.171;
  const cases = CAPTION_GROUNDS.flatMap((ground) =>
    Object.entries(LONG).map(([language, words]) => [language, ground, words] as const),
  );
  // product 21.3
  it.each(cases)(
    'keeps its distance from both neighbours in %s, in the style %s',
    async (_, ground, words) => {
      // In the first frame, the first word has just been spoken.
      const timed = words.map((word, index) => ({
        text: word,
        startMs: Math.max(0, index - 1) * 900,
        endMs: index * 900,
      }));
      const picture = await draw(timed, lookOf(ground, true));
      const { left, right, pixels } = inkOf(picture, isYellow);
      expect(pixels).toBeGreaterThan(800);
      expect(left - inkOf(picture, isBright, { right: left }).right).toBeGreaterThan(SPACE * 0.8);
      expect(inkOf(picture, isBright, { left: right }).left - right).toBeGreaterThan(SPACE * 0.8);
    },
  );
});

describe('connected letters', () => {
  /** A non-joiner displays the same letters unjoined; correctly joined ones are much narrower. */
  const APART = '\u200C';
  const LETTERS = { Bengali: 'ক্ষ', Hindi: 'क्ष' };
  const cases = (['Bengali', 'Hindi'] as const).flatMap((language) => [
    ...CAPTION_GROUNDS.map((ground) => [language, ground, 'none'] as const),
    [language, 'pill', 'word'] as const,
  ]);
  // product 21.4
  it.each(cases)(
    'are connected in %s, in the style %s, highlight %s',
    async (language, ground, highlight) => {
      const letters = LETTERS[language];
      const apart = letters.replace(/([\u09CD\u094D])/, `$1${APART}`);
      const look = lookOf(ground, highlight === 'word');
      const isInk = highlight === 'word' ? isYellow : isBright;
      const joined = inkOf(await draw(timedText(letters.repeat(6)), look), isInk);
      const loose = inkOf(await draw(timedText(apart.repeat(6)), look), isInk);
      expect(joined.width).toBeGreaterThan(120);
      expect(joined.width).toBeLessThan(loose.width * 0.85);
    },
  );
});
