import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all bytes. A disk that fills up accepts a part of them without an error.
 * @param position in the file, in bytes; `undefined` to append to the last write
 * @throws Error of the disk
 */
export async function writeWhole(file: FileHandle, bytes: Buffer, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}
