import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { frameAt } from '../../helpers/media/frames.ts';
import { tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const FILM = { width: 320, height: 180 };
const LENGTH_MS = 2000;
/** The largest difference between the values of two pictures that count as equal, 0 to 255. */
const ALIKE = 8;

/**
 * Returns by how much a value of a card's first frame differs from the frame after a second, in which its
 * title has settled.
 */
async function differenceOf(opens: boolean): Promise<number> {
  const outFile = at(`${opens ? 'opening' : 'later'}/section.mov`);
  await mkdir(dirname(outFile));
  await renderSection(
    {
      ...FILM,
      frameRate: 30,
      excerpt: excerptSchema.parse({ startMs: 0, endMs: LENGTH_MS }),
      placement: UNFRAMED,
      fit: planFit({ sectionMs: LENGTH_MS, narration: null, room: NO_ROOM, frameRate: 30, still: true }),
      narrationPath: null,
      source: null,
      text: { title: 'A river', opens, cues: [], look: PLAIN_CAPTIONS },
    },
    { ffmpeg: testFfmpeg(), outFile },
  );
  const [first, settled] = [await frameAt(outFile, 0, FILM), await frameAt(outFile, 1, FILM)];
  return Math.max(...first.map((value, index) => Math.abs(value - settled[index]!)));
}

// product 25.23
it('draws the title in the first frame of a card that opens the film, and fades in others', async () => {
  expect(await differenceOf(true)).toBeLessThan(ALIKE);
  expect(await differenceOf(false)).toBeGreaterThan(4 * ALIKE);
});
