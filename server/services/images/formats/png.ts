import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS } from './image-facts.ts';

const inflated = promisify(inflate);
const SIGNATURE_BYTES = 8;
/** Length and type before a chunk's data, and the checksum behind it. */
const CHUNK_BYTES = 12;

/** Reads the chunks of a PNG that precede its pixels. */
export async function readPng(file: FileReader): Promise<ImageFacts> {
  let icc: Buffer | null = null;
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < MAX_PARTS && at + CHUNK_BYTES <= file.size; count += 1) {
    const head = await file.read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (type === 'IDAT' || type === 'IEND') break;
    if (type === 'iCCP' && length <= MAX_ICC_BYTES) icc = await iccOf(await file.read(at + 8, length));
    at += CHUNK_BYTES + length;
  }
  return { icc };
}

/** A profile's name, a zero byte, the method of compression, and the compressed profile. */
async function iccOf(chunk: Buffer): Promise<Buffer | null> {
  const name = chunk.indexOf(0);
  if (name < 0) return null;
  const maxOutputLength = MAX_ICC_BYTES;
  return inflated(chunk.subarray(name + 2), { maxOutputLength }).catch(() => null);
}
