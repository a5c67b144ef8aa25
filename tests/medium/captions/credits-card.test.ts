import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { creditPages, creditsMs } from '#film/cards/film-credits.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { type Aspect, ASPECTS } from '#contract/shapes.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { filmSize } from '#film/framing/size.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { inkLines, probe } from '../../helpers/media/frames.ts';
import { ffmpeg, firstPicture, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const at = tempFolder();
const LETTERS = 110;
const LINES = 'The river Thames at night, filmed from a boat';
const SOURCES = [
  { title: LINES, detail: 'Ann · CC BY 4.0' },
  { title: 'बंदरगाह की कहानी', detail: 'आशा · CC BY-SA 4.0' },
  { title: 'বন্দরের গল্প', detail: 'রবি · CC BY 3.0' },
  { title: 'A song', detail: 'Music · by Ben, CC BY 4.0' },
  {
    title: 'A very long title that has to be broken into several lines in a tall film, '.slice(0, 80),
    detail: 'Cleo',
  },
  { title: 'The last one', detail: 'Dan · CC BY 4.0' },
];

async function render(aspect: Aspect) {
  const pages = creditPages(SOURCES);
  const film = filmSize('720p', aspect);
  const outFile = at(`${aspect.replace(':', '-')}/section.mov`);
  await mkdir(dirname(outFile));
  const lengthMs = creditsMs(pages);
  const rendered = await renderSection(
    {
      ...film,
      excerpt: excerptSchema.parse({ startMs: 0, endMs: lengthMs }),
      placement: UNFRAMED,
      fit: planFit({ sectionMs: lengthMs, narration: null, room: NO_ROOM, frameRate: 30, still: true }),
      narrationPath: null,
      source: null,
      text: null,
      credits: { title: 'Credits', pages },
    },
    { ffmpeg: testFfmpeg(), outFile },
  );
  /** Returns the lines of letters that are visible at a second. */
  const lines = async (second: number) => {
    const frame = at(`${aspect.replace(':', '-')}-${second}.png`);
    await ffmpeg('-ss', String(second), '-i', outFile, '-frames:v', '1', frame);
    return inkLines(await firstPicture(frame, 'gray'), film, LETTERS);
  };
  return { made: rendered, outFile, lines, lengthMs };
}

// product 26.6
it.each(casesOfTier(ASPECTS))(
  'draws the credits of a film of %s page by page, within its margins',
  async (aspect) => {
    const { made, outFile, lines, lengthMs } = await render(aspect);
    expect(lengthMs).toBe(6000);
    expect(made.frames).toBe(180);
    expect(Number((await probe(outFile)).format.duration)).toBeCloseTo(6, 2);
    const [first, second] = [await lines(1.5), await lines(4.5)];
    // A heading and three sources of two lines each; the last page has one source that may be broken.
    expect(first.length).toBeGreaterThanOrEqual(7);
    expect(second.length).toBeGreaterThanOrEqual(7);
    for (const { left, right, top, bottom } of [...first, ...second]) {
      expect([left > 0.09, right < 0.91, top > 0.05, bottom < 0.95]).toEqual([true, true, true, true]);
    }
    // Nothing is visible while one page makes room for the next.
    expect(await lines(3)).toEqual([]);
    expect(await lines(0)).toEqual([]);
  },
);
