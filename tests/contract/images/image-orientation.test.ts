import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { imageFormatOf } from '../../../server/services/media/inspect-upload.ts';
import { writeStill } from '../../../server/services/media/still-image.ts';
import { turned } from '../../helpers/images/image-files.ts';
import { type Color, farthest, quarters, quartersOf } from '../../helpers/images/quarters.ts';
import { ffmpeg, ffprobe, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const SIZE: [number, number] = [64, 48];
const [RED, GREEN, BLUE, GREY]: [Color, Color, Color, Color] = [
  [200, 60, 40],
  [40, 180, 60],
  [40, 60, 200],
  [230, 230, 230],
];
const AS_STORED = [RED, GREEN, BLUE, GREY];
/** The quarters as they are shown, by orientation: top left and right, bottom left and right. */
const ORIENTED: [orientation: number, quarters: Color[]][] = [
  [6, [BLUE, RED, GREY, GREEN]],
  [2, [GREEN, RED, GREY, BLUE]],
  [3, [GREY, BLUE, GREEN, RED]],
  [4, [BLUE, GREY, RED, GREEN]],
  [5, [RED, BLUE, GREEN, GREY]],
  [7, [GREY, GREEN, BLUE, RED]],
  [8, [GREEN, GREY, RED, BLUE]],
];
let fileCount = 0;

async function picture(ending: string): Promise<Buffer> {
  const path = at(`made-${fileCount++}.${ending}`);
  const exact = ending === 'jpg' ? ['-q:v', '1', '-pix_fmt', 'yuvj444p'] : [];
  await ffmpeg('-f', 'lavfi', '-i', quarters(AS_STORED, SIZE), '-frames:v', '1', ...exact, path);
  return readFile(path);
}

async function stillOf(bytes: Buffer): Promise<{ seen: number[][]; size: string }> {
  const path = at(`image-${fileCount}`);
  const dir = at(`still-${fileCount++}`);
  await writeFile(path, bytes);
  await mkdir(dir);
  await writeStill(testFfmpeg(), { path, format: (await imageFormatOf(path))! }, dir);
  const still = `${dir}/still.png`;
  return {
    seen: await quartersOf(still),
    size: await ffprobe(still, '-show_entries', 'stream=width,height'),
  };
}

describe('the still of an image', () => {
  it.each(casesOfTier(ORIENTED))(
    'is rotated by the orientation %i of a PNG',
    async (orientation, expected) => {
      const { seen, size } = await stillOf(turned(await picture('png'), 'png', orientation, SIZE));
      expect(farthest(seen, expected)).toBeLessThanOrEqual(2);
      expect(size).toBe(orientation > 4 ? '48,64' : '64,48');
    },
  );

  it.each(casesOfTier(['jpg', 'webp', 'tiff']))(
    'is rotated by the orientation of a .%s file',
    async (ending) => {
      const image = await picture(ending);
      for (const [orientation, wanted] of [[1, AS_STORED], ORIENTED[0]!, ORIENTED[4]!] as typeof ORIENTED) {
        const { seen } = await stillOf(turned(image, ending, orientation, SIZE));
        expect(farthest(seen, wanted)).toBeLessThanOrEqual(12);
      }
    },
  );

  itInFullTier('is not rotated if the orientation is unknown or the Exif data are damaged', async () => {
    const image = await picture('png');
    for (const orientation of [0, 9]) {
      const { seen } = await stillOf(turned(image, 'png', orientation, SIZE));
      expect(farthest(seen, AS_STORED)).toBeLessThanOrEqual(2);
    }
  });

  it.runIf(hasTestMedia())('is rotated by the orientation of a recorded file', async () => {
    const { seen } = await stillOf(await readFile(testMedia('cases/exif6.png')));
    expect(farthest(seen, [BLUE, RED, GREY, GREEN])).toBeLessThanOrEqual(2);
  });
});
