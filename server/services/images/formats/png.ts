import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { ColorCodes } from '../colors/color-codes.ts';
import { orientationOf } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS, PLAIN } from './image-facts.ts';

const inflated = promisify(inflate);
const SIGNATURE_BYTES = 8;
/** Length and type before a chunk's data, and the checksum after it. */
const CHUNK_BYTES = 12;
const MAX_EXIF_BYTES = 2 ** 20;

/** Reads the chunks of a PNG. */
export async function readPng(file: FileReader): Promise<ImageFacts> {
  const facts = { ...PLAIN };
  let codes: Buffer | null = null;
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const head = await file.read(at, 8);
    if (head.length < 8) return { ...facts, truncated: true };
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    // Colours as code numbers take precedence over the profile.
    if (type === 'IEND') return codes ? { ...facts, icc: null, codes: codesOf(codes) } : facts;
    const end = at + CHUNK_BYTES + length;
    if (end > file.size) return { ...facts, truncated: true };
    if (type === 'iCCP' && length <= MAX_ICC_BYTES) facts.icc = await iccOf(await file.read(at + 8, length));
    if (type === 'eXIf' && length <= MAX_EXIF_BYTES)
      facts.orientation = await orientationOf(await file.read(at + 8, length));
    if (type === 'cICP' && length === 4) codes = await file.read(at + 8, length);
    // The number of frames comes first.
    if (type === 'acTL' && length >= 4) facts.animated = (await file.read(at + 8, 4)).readUInt32BE(0) > 1;
    at = end;
  }
  return facts;
}

const codesOf = (chunk: Buffer): ColorCodes => ({ primaries: chunk[0]!, transfer: chunk[1]! });

/**
 * Returns the profile. A chunk has its name, a zero byte, the compression method, and the compressed profile.
 */
async function iccOf(chunk: Buffer): Promise<Buffer | null> {
  const name = chunk.indexOf(0);
  if (name < 0) return null;
  const maxOutputLength = MAX_ICC_BYTES;
  return inflated(chunk.subarray(name + 2), { maxOutputLength }).catch(() => null);
}
