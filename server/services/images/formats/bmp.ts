import type { FileReader } from './file-reader.ts';
import { type ImageFacts, PLAIN } from './image-facts.ts';

const HEADER_BYTES = 38;
/** The smallest header, after the file's own, that has all fields below. */
const INFO_BYTES = 40;
/** Pixels one after another, plain or with masks. */
const UNCOMPRESSED = new Set([0, 3]);

/** Compares the size of a BMP with that of its pixels. */
export async function readBmp(file: FileReader): Promise<ImageFacts> {
  const head = await file.read(0, HEADER_BYTES);
  if (head.length < HEADER_BYTES) return { ...PLAIN, truncated: true };
  if (head.readUInt32LE(14) < INFO_BYTES) return PLAIN;
  const [width, height] = [Math.abs(head.readInt32LE(18)), Math.abs(head.readInt32LE(22))];
  const rowBytes = Math.ceil((width * head.readUInt16LE(28)) / 32) * 4;
  const pixels = UNCOMPRESSED.has(head.readUInt32LE(30)) ? rowBytes * height : head.readUInt32LE(34);
  return { ...PLAIN, truncated: head.readUInt32LE(10) + pixels > file.size };
}
