import type { FileReader } from './file-reader.ts';
import { MAX_PARTS } from './image-facts.ts';

const SHORT = 3;
const LONG = 4;
/** The bytes of a value by its type; 0 for types that no reader here needs. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 0, 0, 1];
const ENTRY_BYTES = 12;

/** A field. Its values are at `at`. */
interface Field {
  type: number;
  count: number;
  at: number;
}

/** The fields of a TIFF's first directory by tag, and the byte order of its numbers. */
export interface Directory {
  fields: Map<number, Field>;
  isLittle: boolean;
}

const u16 = (bytes: Buffer, at: number, isLittle: boolean) =>
  isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
const u32 = (bytes: Buffer, at: number, isLittle: boolean) =>
  isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** Reads the first directory of a TIFF, which is also the form of Exif data. Returns `null` if it has none. */
export async function readDirectory(file: FileReader): Promise<Directory | null> {
  const head = await file.read(0, 8);
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const isLittle = order === 'II';
  if (u16(head, 2, isLittle) !== 42) return null;
  const start = u32(head, 4, isLittle);
  const counted = await file.read(start, 2);
  if (counted.length < 2) return null;
  const bytes = u16(counted, 0, isLittle) * ENTRY_BYTES;
  const entries = await file.read(start + 2, bytes);
  if (entries.length < bytes) return null;
  const fields = new Map<number, Field>();
  for (let at = 0; at < bytes; at += ENTRY_BYTES) {
    const type = u16(entries, at + 2, isLittle);
    const count = u32(entries, at + 4, isLittle);
    // Values of up to four bytes are in the entry itself.
    const isHere = count * (TYPE_BYTES[type] ?? 0) <= 4;
    const valuesAt = isHere ? start + 2 + at + 8 : u32(entries, at + 8, isLittle);
    fields.set(u16(entries, at, isLittle), { type, count, at: valuesAt });
  }
  return { fields, isLittle };
}

/**
 * Returns the whole numbers of a field; empty if it is missing, of another type or beyond the end of the
 * file.
 */
export async function valuesOf(
  file: FileReader,
  { fields, isLittle }: Directory,
  tag: number,
): Promise<number[]> {
  const field = fields.get(tag);
  if (!field || (field.type !== SHORT && field.type !== LONG) || field.count > MAX_PARTS) return [];
  const each = TYPE_BYTES[field.type]!;
  const bytes = await file.read(field.at, field.count * each);
  const count = Math.floor(bytes.length / each);
  const read = field.type === SHORT ? u16 : u32;
  return Array.from({ length: count }, (_, index) => read(bytes, index * each, isLittle));
}
