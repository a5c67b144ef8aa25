import { open } from 'node:fs/promises';

/** Reads parts of a file whose structure is not trusted. A read beyond its end returns fewer bytes. */
export interface FileReader {
  size: number;
  read(at: number, length: number): Promise<Buffer>;
}

/** The bytes that are read at a time, since most reads are small and consecutive. */
const AHEAD_BYTES = 64 * 1024;

/** Opens a file, passes it to `work`, and closes it. */
export async function withFile<T>(path: string, work: (file: FileReader) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    let ahead = { at: 0, bytes: Buffer.alloc(0) };
    const fill = async (at: number, length: number) => {
      const byteCount = Math.max(0, Math.min(length, size - at));
      if (byteCount === 0) return Buffer.alloc(0);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(byteCount), 0, byteCount, at);
      return buffer.subarray(0, bytesRead);
    };
    return await work({
      size,
      async read(at, length) {
        if (length > AHEAD_BYTES) return fill(at, length);
        if (at < ahead.at || at + length > ahead.at + ahead.bytes.length)
          ahead = { at, bytes: await fill(at, AHEAD_BYTES) };
        return ahead.bytes.subarray(at - ahead.at, at - ahead.at + length);
      },
    });
  } finally {
    await handle.close();
  }
}

/** Reads from bytes in memory. */
export const bufferReader = (bytes: Buffer): FileReader => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
});
