import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES } from './image-facts.ts';

const ICC_TAG = 34_675;
/** The bytes of a value by its type; 0 for types that this reader does not need. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 0, 0, 1];
const ENTRY_BYTES = 12;

/** A field of a TIFF directory, whose values are at `at`. */
interface Field {
  type: number;
  count: number;
  at: number;
}

/** The fields of a TIFF's first directory by tag, and how its numbers are read. */
export interface Directory {
  fields: Map<number, Field>;
  isLittle: boolean;
}

/** Reads the first directory of a TIFF, which is also the form of Exif data. Returns `null` for any other file. */
export async function readDirectory(file: FileReader): Promise<Directory | null> {
  const head = await file.read(0, 8);
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const isLittle = order === 'II';
  const u16 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (u16(head, 2) !== 42) return null;
  const start = u32(head, 4);
  const counted = await file.read(start, 2);
  if (counted.length < 2) return null;
  const entries = await file.read(start + 2, u16(counted, 0) * ENTRY_BYTES);
  const fields = new Map<number, Field>();
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const type = u16(entries, at + 2);
    const count = u32(entries, at + 4);
    // Values of up to four bytes are in the entry itself.
    const isHere = count * (TYPE_BYTES[type] ?? 0) <= 4;
    const valuesAt = isHere ? start + 2 + at + 8 : u32(entries, at + 8);
    fields.set(u16(entries, at), { type, count, at: valuesAt });
  }
  return { fields, isLittle };
}

/** Reads the first directory of a TIFF. */
export async function readTiff(file: FileReader): Promise<ImageFacts> {
  const icc = (await readDirectory(file))?.fields.get(ICC_TAG);
  return { icc: icc && icc.count <= MAX_ICC_BYTES ? await file.read(icc.at, icc.count) : null };
}
