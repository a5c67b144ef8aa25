import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all of some bytes: a disk that fills up takes a part of them without an error.
 * @param position in the file, in bytes; undefined for after what was written last
 * @throws Error of the disk
 */
export async function writeWhole(file: FileHandle, bytes: Buffer, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}
