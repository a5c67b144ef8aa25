import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS } from './image-facts.ts';

const RIFF_BYTES = 12;

/** Reads the chunks of a WebP. */
export async function readWebp(file: FileReader): Promise<ImageFacts> {
  let icc: Buffer | null = null;
  let at = RIFF_BYTES;
  for (let count = 0; count < MAX_PARTS && at + 8 <= file.size; count += 1) {
    const head = await file.read(at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (type === 'ICCP' && length <= MAX_ICC_BYTES) icc = await file.read(at + 8, length);
    at += 8 + length + (length % 2);
  }
  return { icc };
}
