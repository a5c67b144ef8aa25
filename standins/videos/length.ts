import { type FileHandle, open } from 'node:fs/promises';

/** Reads the length of an MP4 file, in seconds; 0 if the file does not state one. */
export async function mp4Seconds(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    const header = movie && (await findBox(file, 'mvhd', movie.start, movie.end));
    if (!header) return 0;
    const { buffer } = await file.read(Buffer.alloc(32), 0, 32, header.start);
    const isLong = buffer.readUInt8(0) === 1;
    const scale = buffer.readUInt32BE(isLong ? 20 : 12);
    const length = isLong ? Number(buffer.readBigUInt64BE(24)) : buffer.readUInt32BE(16);
    return scale === 0 ? 0 : length / scale;
  } finally {
    await file.close();
  }
}

/** Finds the range of a box's content, in bytes. */
async function findBox(file: FileHandle, type: string, from: number, to: number) {
  for (let at = from; at + 8 <= to;) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
    const short = buffer.readUInt32BE(0);
    const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (buffer.toString('latin1', 4, 8) === type) {
      return { start: at + (short === 1 ? 16 : 8), end: at + size };
    }
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}
