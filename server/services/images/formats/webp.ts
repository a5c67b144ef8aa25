import { orientationOf } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS, PLAIN } from './image-facts.ts';

const RIFF_BYTES = 12;
const MOVES = 2;
/** Some programs write Exif data in the form of a JPEG. */
const EXIF = 'Exif\0\0';
const MAX_EXIF_BYTES = 2 ** 20;

/** Reads the chunks of a WebP. */
export async function readWebp(file: FileReader): Promise<ImageFacts> {
  const riff = await file.read(0, 8);
  const stated = riff.length < 8 ? Infinity : 8 + riff.readUInt32LE(4);
  // The padding byte of the last chunk may be missing.
  const facts = { ...PLAIN, truncated: stated > file.size + 1 };
  let at = RIFF_BYTES;
  for (let count = 0; count < MAX_PARTS && at + 8 <= Math.min(file.size, stated); count += 1) {
    const head = await file.read(at, 9);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (type === 'VP8X' && head.length === 9) facts.animated = (head[8]! & MOVES) !== 0;
    if (type === 'ICCP' && length <= MAX_ICC_BYTES) facts.icc = await file.read(at + 8, length);
    if (type === 'EXIF' && length <= MAX_EXIF_BYTES)
      facts.orientation = await orientationOf(withoutName(await file.read(at + 8, length)));
    at += 8 + length + (length % 2);
  }
  return facts;
}

const withoutName = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, EXIF.length) === EXIF ? exif.subarray(EXIF.length) : exif;
