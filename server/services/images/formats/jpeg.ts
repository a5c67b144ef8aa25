import { orientationOf } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, MAX_PARTS, PLAIN } from './image-facts.ts';

const FILL = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP1 = 0xe1;
const APP2 = 0xe2;
const ICC = 'ICC_PROFILE\0';
const EXIF = 'Exif\0\0';
/** A segment's marker and length, and the longest name in it. */
const HEAD_BYTES = 4 + ICC.length;
/** The bytes that are read at a time in the data of a scan. */
const SCAN_BYTES = 64 * 1024;

/** Reads the segments of a JPEG, up to the end of its image. */
export async function readJpeg(file: FileReader): Promise<ImageFacts> {
  const parts = new Map<number, Buffer>();
  let exif: Buffer | null = null;
  let truncated = true;
  let at: number | null = 2;
  for (let count = 0; at !== null && at + 2 <= file.size; count += 1) {
    const head = await file.read(at, HEAD_BYTES);
    const marker = head[1]!;
    // The decoder handles what follows damage.
    if (head[0] !== FILL || marker === END_OF_IMAGE || count === MAX_PARTS) {
      truncated = false;
      break;
    }
    // Any number of these may precede a marker.
    if (marker === FILL) {
      at += 1;
      continue;
    }
    if (head.length < 4) break;
    const length = head.readUInt16BE(2);
    if (marker === APP1 && exif === null && head.toString('latin1', 4, 4 + EXIF.length) === EXIF)
      exif = await file.read(at + 4 + EXIF.length, length - 2 - EXIF.length);
    if (marker === APP2 && head.toString('latin1', 4) === ICC) {
      const numbered = await file.read(at + HEAD_BYTES, length - 2 - ICC.length);
      // The part's number, and the number of parts.
      if (numbered.length > 2) parts.set(numbered[0]!, numbered.subarray(2));
    }
    at += 2 + length;
    if (marker === START_OF_SCAN) at = await endOfScan(file, at);
  }
  const icc = Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part));
  return {
    ...PLAIN,
    icc: icc.length > 0 && icc.length <= MAX_ICC_BYTES ? icc : null,
    orientation: exif ? await orientationOf(exif) : 1,
    truncated,
  };
}

/**
 * Returns the position of the next marker after a scan's data, in which 0xff is followed by 0 or the number
 * of a restart.
 */
async function endOfScan(file: FileReader, from: number): Promise<number | null> {
  for (let at = from; at + 2 <= file.size;) {
    const bytes = await file.read(at, SCAN_BYTES);
    let position = bytes.indexOf(FILL);
    while (position >= 0 && position + 1 < bytes.length) {
      const next = bytes[position + 1]!;
      if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at + position;
      position = bytes.indexOf(FILL, position + 2);
    }
    // A 0xff at the end of a read belongs to the next one.
    at += position < 0 ? bytes.length : position;
  }
  return null;
}
