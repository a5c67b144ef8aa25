import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { tableToSrgb } from '../../../server/services/images/colors/color-table.ts';
import { parseIcc } from '../../../server/services/images/colors/icc-profile.ts';
import { readHeifLayout, writeHeifStreams } from '../../../server/services/images/heif/heif-stream.ts';
import { readImage } from '../../../server/services/images/read-image.ts';
import {
  exifOf,
  intoJpeg,
  intoPng,
  intoTiff,
  intoWebp,
  withProfile,
} from '../../helpers/images/image-files.ts';
import { fromHevc, makeHeif, profileBox, turnBox } from '../../helpers/images/heif-files.ts';
import {
  DISPLAY_P3,
  gammaCurve,
  greyProfile,
  rgbProfile,
  sampledCurve,
  SRGB_CURVE,
} from '../../helpers/images/profiles.ts';
import { mutate } from '../../helpers/media/mutations.ts';
import { generatedInputs } from '../../helpers/tier.ts';

const P3 = rgbProfile(DISPLAY_P3, SRGB_CURVE);
const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(6)]);
const units = fromHevc(Buffer.from('000001400c0100000142010100000144010000012601aabbcc', 'hex'));
const tile = { configuration: units.configuration, tileSize: [64, 64] as [number, number] };

/** A small image of each kind with a complete structure. Their pixels are meaningless. */
const IMAGES: Record<string, Buffer> = {
  jpeg_pipe: withProfile(
    intoJpeg(Buffer.from('ffd8ffdb0004abcdffda0008010100003f00123456ff00ffd0aaffd9', 'hex'), 0xe1, exif),
    'jpg',
    P3,
    [8, 8],
  ),
  png_pipe: withProfile(
    intoPng(
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a0000000d494844520000000800000008080200000012345678', 'hex'),
        Buffer.from('00000004494441540102030400000000', 'hex'),
        Buffer.from('0000000049454e44ae426082', 'hex'),
      ]),
      'eXIf',
      exifOf(6),
    ),
    'png',
    P3,
    [8, 8],
  ),
  webp_pipe: intoWebp(
    Buffer.from('RIFF\x10\0\0\0WEBPVP8L\x04\0\0\0abcd', 'latin1'),
    'EXIF',
    exifOf(6, 'II'),
    [8, 8],
  ),
  gif: Buffer.from(
    '474946383961080008008000000000ffffff21f90400000000002c000000000800080000020401020304003b',
    'hex',
  ),
  bmp_pipe: Buffer.concat([
    Buffer.from('424d7600000000000000360000002800000004000000040000000100180000000000400000', 'hex'),
    Buffer.alloc(81),
  ]),
  tiff_pipe: intoTiff(
    intoTiff(
      Buffer.from('49492a000800000000000000000000000000', 'hex'),
      274,
      3,
      1,
      Buffer.from([6, 0, 0, 0]),
    ),
    34_675,
    7,
    P3.length,
    P3,
  ),
  heif: makeHeif({
    ...tile,
    brand: 'heic',
    codec: 'hvc1',
    tiles: [units.picture, units.picture],
    grid: { columns: 2, rows: 1, width: 100, height: 60 },
    properties: [turnBox(1), profileBox(P3)],
  }),
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutroom-images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inFile(bytes: Buffer): Promise<string> {
  const path = join(folder, 'image');
  await writeFile(path, bytes);
  return path;
}

describe('an image with changed bytes', () => {
  it.each(Object.entries(IMAGES))(
    'is read or refused, without any other failure: %s',
    async (format, image) => {
      const whole = await readImage(await inFile(image), format);
      expect(whole).toMatchObject({ truncated: false, animated: false });
      for (let seed = 0; seed < generatedInputs(500); seed += 1) {
        const path = await inFile(mutate(image, seed).bytes);
        const { orientation } = await readImage(path, format);
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientation);
        if (format !== 'heif') continue;
        const streams = { picture: join(folder, 'picture'), alpha: join(folder, 'alpha') };
        const refused = (error: unknown) => expect(error).toBeInstanceOf(MediaError);
        await readHeifLayout(path).catch(refused);
        await writeHeifStreams(path, streams).catch(refused);
      }
    },
  );

  it('has a profile that is used or ignored', () => {
    const profiles = [P3, greyProfile(gammaCurve(1.8)), rgbProfile(DISPLAY_P3, sampledCurve(2.2, 20))];
    let used = 0;
    for (let seed = 0; seed < generatedInputs(600); seed += 1) {
      const profile = parseIcc(mutate(profiles[seed % profiles.length]!, seed).bytes);
      // A table takes long to compute.
      if (!profile || seed % 20 !== 0) continue;
      used += 1;
      expect(tableToSrgb(profile) ?? '').not.toMatch(/NaN|Infinity/);
    }
    expect(used).toBeGreaterThan(0);
  });
});
