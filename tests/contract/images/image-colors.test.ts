import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { imageFormatOf } from '../../../server/services/media/inspect-upload.ts';
import { writeStill } from '../../../server/services/media/still-image.ts';
import { intoPng, withProfile } from '../../helpers/images/image-files.ts';
import {
  ADOBE_RGB,
  DISPLAY_P3,
  gammaCurve,
  greyProfile,
  rgbProfile,
  sampledCurve,
  SRGB,
  SRGB_CURVE,
} from '../../helpers/images/profiles.ts';
import { type Color, farthest, quarters, quartersOf } from '../../helpers/images/quarters.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const SIZE: [number, number] = [64, 48];
/** The values of the picture's quarters: top left and right, bottom left and right. */
const VALUES: Color[] = [
  [180, 90, 70],
  [90, 160, 90],
  [80, 90, 170],
  [200, 200, 200],
];
/** The sRGB colours of the same values if those are Display P3 or Adobe RGB. */
const FROM_P3: Color[] = [
  [196, 83, 62],
  [59, 164, 80],
  [75, 90, 177],
  [200, 200, 200],
];
const FROM_ADOBE: Color[] = [
  [206, 90, 68],
  [0, 161, 85],
  [73, 90, 174],
  [200, 200, 200],
];

const BLACK: Color = [0, 0, 0];

let fileCount = 0;

/** An image of the four values. */
async function picture(ending: string, ...args: string[]): Promise<Buffer> {
  const path = at(`made-${fileCount++}.${ending}`);
  await ffmpeg('-f', 'lavfi', '-i', quarters(VALUES, SIZE), '-frames:v', '1', '-update', '1', ...args, path);
  return readFile(path);
}

/** Returns the colours of the quarters in the still and in the preview of a file. */
async function seenIn(bytes: Buffer): Promise<{ still: number[][]; preview: number[][] }> {
  const path = at(`image-${fileCount}`);
  const dir = at(`still-${fileCount++}`);
  await writeFile(path, bytes);
  await mkdir(dir);
  await writeStill(testFfmpeg(), { path, format: (await imageFormatOf(path))! }, dir);
  return { still: await quartersOf(`${dir}/still.png`), preview: await quartersOf(`${dir}/preview.jpg`) };
}

const KINDS: [ending: string, args: string[]][] = [
  ['jpg', ['-q:v', '1', '-pix_fmt', 'yuvj444p']],
  ['png', []],
  ['webp', ['-lossless', '1']],
  ['tiff', []],
];

describe('the still of an image with a colour profile', () => {
  it.each(casesOfTier(KINDS))('has the colours of Display P3 in a .%s file', async (ending, args) => {
    const image = await picture(ending, ...args);
    const profile = rgbProfile(DISPLAY_P3, SRGB_CURVE);
    const { still, preview } = await seenIn(withProfile(image, ending, profile, SIZE));
    expect(farthest(still, FROM_P3)).toBeLessThanOrEqual(4);
    expect(farthest(preview, FROM_P3)).toBeLessThanOrEqual(6);
  });

  itInFullTier(
    "has the colours of a PNG's code numbers, which take precedence over its profile",
    async () => {
      const image = withProfile(await picture('png'), 'png', rgbProfile(ADOBE_RGB, gammaCurve(2.2)), SIZE);
      const { still } = await seenIn(intoPng(image, 'cICP', Buffer.from([12, 13, 0, 1])));
      expect(farthest(still, FROM_P3)).toBeLessThanOrEqual(4);
      const srgb = await seenIn(intoPng(image, 'cICP', Buffer.from([1, 13, 0, 1])));
      expect(srgb.still).toEqual(VALUES);
    },
  );

  itInFullTier('has the colours of Adobe RGB, clipped to sRGB', async () => {
    const profile = rgbProfile(ADOBE_RGB, gammaCurve(2.2));
    const { still } = await seenIn(withProfile(await picture('png'), 'png', profile, SIZE));
    expect(farthest(still, FROM_ADOBE)).toBeLessThanOrEqual(4);
  });

  itInFullTier('applies a sampled curve, and a profile in several parts of a JPEG', async () => {
    const profile = rgbProfile(ADOBE_RGB, sampledCurve(2.2));
    const jpeg = await picture('jpg', '-q:v', '1', '-pix_fmt', 'yuvj444p');
    const { still } = await seenIn(withProfile(jpeg, 'jpg', profile, SIZE, 500));
    expect(farthest(still, FROM_ADOBE)).toBeLessThanOrEqual(4);
  });

  itInFullTier('keeps the transparency of the image', async () => {
    const clear = "format=gbrap,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(Y,H/2),255,0)'";
    const image = await picture('png', '-vf', clear, '-pix_fmt', 'rgba');
    const { still } = await seenIn(withProfile(image, 'png', rgbProfile(DISPLAY_P3, SRGB_CURVE), SIZE));
    expect(farthest(still, [FROM_P3[0]!, FROM_P3[1]!, BLACK, BLACK])).toBeLessThanOrEqual(4);
  });

  itInFullTier('applies the curve of a grey profile', async () => {
    const image = await picture('png', '-vf', 'scale=out_range=pc,format=gray');
    const plain = (await seenIn(image)).still;
    const { still } = await seenIn(withProfile(image, 'png', greyProfile(gammaCurve(1.8)), SIZE));
    // 200 / 255 to the power of 1.8, encoded as sRGB.
    expect(plain[3]).toEqual([200, 200, 200]);
    expect(farthest([still[3]!], [[210, 210, 210]])).toBeLessThanOrEqual(2);
  });

  itInFullTier('keeps every value if the profile is sRGB, damaged or unsupported', async () => {
    const image = await picture('png');
    const plain = (await seenIn(image)).still;
    expect(plain).toEqual(VALUES);
    const p3 = rgbProfile(DISPLAY_P3, SRGB_CURVE);
    const cmyk = Buffer.from(p3);
    cmyk.write('CMYK', 16, 'latin1');
    for (const profile of [rgbProfile(SRGB, SRGB_CURVE), p3.subarray(0, 200), Buffer.alloc(0), cmyk]) {
      const { still } = await seenIn(withProfile(image, 'png', profile, SIZE));
      expect(still).toEqual(VALUES);
    }
  });

  it.runIf(hasTestMedia())('has the colours that a browser shows for recorded files', async () => {
    const p3 = await seenIn(await readFile(testMedia('cases/icc_p3.jpg')));
    expect(farthest(p3.still, FROM_P3)).toBeLessThanOrEqual(6);
    const adobe = await seenIn(await readFile(testMedia('cases/icc_adobe.png')));
    expect(farthest(adobe.still, FROM_ADOBE)).toBeLessThanOrEqual(6);
    expect(farthest(adobe.preview, FROM_ADOBE)).toBeLessThanOrEqual(6);
  });
});
