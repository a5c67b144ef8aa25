import type { FileReader } from '../formats/file-reader.ts';

/** More than any image has. */
const MAX_BOXES = 100_000;

/** A box of a file: its type, and the position of its contents. */
export interface PlacedBox {
  type: string;
  start: number;
  end: number;
}

/** A box inside another one, with its contents. */
export interface Box {
  type: string;
  data: Buffer;
}

/**
 * Returns the boxes of a file, without their contents. The last one may claim more bytes than the file has.
 */
export async function fileBoxes(file: FileReader): Promise<PlacedBox[]> {
  const boxes: PlacedBox[] = [];
  for (let at = 0; at + 8 <= file.size && boxes.length < MAX_BOXES;) {
    const box = boxAt(await file.read(at, 16), at, file.size);
    if (!box) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Returns the boxes in the contents of another one, from this byte on. */
export function boxesIn(bytes: Buffer, from: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= bytes.length && boxes.length < MAX_BOXES;) {
    const box = boxAt(bytes.subarray(at, at + 16), at, bytes.length);
    if (!box) break;
    boxes.push({ type: box.type, data: bytes.subarray(box.start, box.end) });
    at = box.end;
  }
  return boxes;
}

function boxAt(head: Buffer, at: number, size: number): PlacedBox | null {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const headBytes = short === 1 ? 16 : 8;
  if (head.length < headBytes) return null;
  // 0 means "to the end".
  const length = short === 0 ? size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  if (length < headBytes) return null;
  return { type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + length };
}

/** Reads the fields of a box one after another. */
export interface Fields {
  /** Returns a number of this many bytes; 0 for no bytes. @throws RangeError beyond the end of the box */
  number(size: number): number;
  /** @throws RangeError beyond the end of the box */
  bytes(length: number): Buffer;
}

export function fieldsOf(box: Buffer, from = 0): Fields {
  let at = from;
  const bytes = (length: number): Buffer => {
    at += length;
    if (at > box.length) throw new RangeError('beyond the end of the box');
    return box.subarray(at - length, at);
  };
  return {
    bytes,
    number(size) {
      const field = bytes(size);
      if (size === 0) return 0;
      return size === 8 ? Number(field.readBigUInt64BE(0)) : field.readUIntBE(0, size);
    },
  };
}
