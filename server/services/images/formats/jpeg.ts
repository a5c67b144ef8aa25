import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS } from './image-facts.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP2 = 0xe2;
const ICC = 'ICC_PROFILE\0';
/** Its name, its number and the number of parts. */
const ICC_HEAD = ICC.length + 2;

/** Reads the segments of a JPEG up to its first scan. */
export async function readJpeg(file: FileReader): Promise<ImageFacts> {
  const parts = new Map<number, Buffer>();
  let bytes = 0;
  let at = 2;
  for (let count = 0; count < MAX_PARTS && at + 4 <= file.size; count += 1) {
    const head = await file.read(at, 4 + ICC_HEAD);
    const marker = head[1]!;
    // Any number of 0xff may precede a marker.
    if (head[0] !== 0xff) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    const length = head.readUInt16BE(2);
    if (marker === APP2 && head.toString('latin1', 4, 4 + ICC.length) === ICC && head.length > ICC_HEAD) {
      const part = await file.read(at + 4 + ICC_HEAD, length - 2 - ICC_HEAD);
      bytes += part.length;
      parts.set(head[4 + ICC.length]!, part);
    }
    at += 2 + length;
  }
  const ordered = [...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part);
  return { icc: bytes > 0 && bytes <= MAX_ICC_BYTES ? Buffer.concat(ordered) : null };
}
