import { open, type FileHandle } from 'node:fs/promises';

export interface Box {
  type: string;
  /** Position and length of the contents in the file, in bytes. */
  start: number;
  size: number;
  /** `false` if the box claims more bytes than the file has. */
  whole: boolean;
}

/**
 * Reads the headers of the top-level boxes of an MP4 or MOV file. Returns an empty list for any other file.
 */
export async function topBoxes(path: string): Promise<Box[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return await readBoxes(file, size);
  } finally {
    await file.close();
  }
}

/** Reads the top-level boxes of an open file with this size in bytes. */
export async function readBoxes(file: FileHandle, fileSize: number): Promise<Box[]> {
  const boxes: Box[] = [];
  const header = Buffer.alloc(16);
  for (let at = 0; at + 8 <= fileSize && boxes.length < 10_000;) {
    const { bytesRead } = await file.read(header, 0, 16, at);
    const type = header.toString('latin1', 4, 8);
    if (bytesRead < 8 || !/^[\w ©]{4}$/.test(type)) break;
    const short = header.readUInt32BE(0);
    const headerSize = short === 1 ? 16 : 8;
    // 0 means "to the end of the file", which cannot be checked.
    const size = short === 0 ? fileSize - at : short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < headerSize) break;
    boxes.push({ type, start: at + headerSize, size: size - headerSize, whole: at + size <= fileSize });
    at += size;
  }
  return boxes;
}

/** Whether the boxes of an MP4 or MOV file reach beyond its last byte, or it has no index. */
export async function isTruncatedMov(path: string): Promise<boolean> {
  const boxes = await topBoxes(path);
  const isMov = boxes.some((b) => b.type === 'ftyp' || b.type === 'moov' || b.type === 'mdat');
  return isMov && (boxes.some((b) => !b.whole) || !boxes.some((b) => b.type === 'moov'));
}
