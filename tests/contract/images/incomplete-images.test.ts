import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readImage } from '../../../server/services/images/read-image.ts';
import { imageFormatOf, inspectUpload } from '../../../server/services/media/inspect-upload.ts';
import { intoJpeg } from '../../helpers/images/image-files.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
const KINDS = ['jpg', 'png', 'webp', 'gif', 'bmp', 'tiff'];
let fileCount = 0;

async function picture(ending: string, ...args: string[]): Promise<Buffer> {
  const path = at(`made-${fileCount++}.${ending}`);
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=5:d=1', '-frames:v', '1', ...args, path);
  return readFile(path);
}

async function isTruncated(bytes: Buffer): Promise<boolean> {
  const path = at(`image-${fileCount++}`);
  await writeFile(path, bytes);
  return (await readImage(path, (await imageFormatOf(path))!)).truncated;
}

async function refusalOf(path: string): Promise<string> {
  const inspection = inspectUpload(testFfmpeg(), path, { maxDurationMs: 60_000 });
  return inspection.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

describe('an image file', () => {
  it.each(KINDS)('is incomplete wherever a .%s file is cut off', async (ending) => {
    const image = await picture(ending);
    expect(await isTruncated(image)).toBe(false);
    for (const tenths of [2, 3, 4, 5, 6, 7, 8, 9]) {
      const cut = image.subarray(0, Math.floor((image.length * tenths) / 10));
      expect([tenths, await isTruncated(cut)]).toEqual([tenths, true]);
    }
  });

  it('is complete as a GIF without its last byte, the trailer', async () => {
    const image = await picture('gif');
    expect(await isTruncated(image.subarray(0, -1))).toBe(false);
  });

  it('is complete with other data after its end, and with another image before it', async () => {
    const jpeg = await picture('jpg');
    const tail = Buffer.from('a film that a phone adds to its photo\xff\xd8', 'latin1');
    const thumbnail = Buffer.concat([Buffer.from('JFXX\0\x10', 'latin1'), jpeg.subarray(0, -2)]);
    expect(await isTruncated(Buffer.concat([jpeg, tail]))).toBe(false);
    expect(await isTruncated(intoJpeg(jpeg, 0xe0, thumbnail))).toBe(false);
    expect(await isTruncated(Buffer.concat([await picture('png'), tail]))).toBe(false);
  });

  it('is complete with fill bytes, restarts and several scans', async () => {
    const jpeg = await picture('jpg', '-slices', '1', '-q:v', '1');
    const end = jpeg.subarray(-2);
    const body = jpeg.subarray(0, -2);
    expect(await isTruncated(Buffer.concat([body, Buffer.from([0xff, 0xff]), end]))).toBe(false);
    const restart = Buffer.from([0x12, 0xff, 0xd0, 0x34, 0xff, 0x00]);
    const scan = Buffer.from('ffda0008010100003f0012', 'hex');
    expect(await isTruncated(Buffer.concat([body, restart, scan, restart, end]))).toBe(false);
    expect(await isTruncated(Buffer.concat([body, restart, scan, restart]))).toBe(true);
  });

  it('is refused with the reason if it is incomplete', async () => {
    for (const ending of ['jpg', 'png']) {
      const image = await picture(ending);
      const path = at(`cut.${ending}`);
      await writeFile(path, image.subarray(0, Math.floor(image.length * 0.6)));
      expect(await refusalOf(path)).toBe(
        'This file is not a usable video or image. It is incomplete: its end is missing.',
      );
    }
  });

  it.runIf(hasTestMedia())('is refused if a recorded file is cut off or animated', async () => {
    expect(await refusalOf(testMedia('cases/cut.jpg'))).toMatch(/It is incomplete/);
    expect(await refusalOf(testMedia('cases/anim.png'))).toMatch(/^An animated PNG image cannot be used/);
  });
});
