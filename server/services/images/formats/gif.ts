import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_PARTS, PLAIN } from './image-facts.ts';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const IMAGE_BYTES = 10;

/** Returns the size of a colour table in bytes, from the flags before it. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Reads the blocks of a GIF. A file without its last byte, the trailer, is complete: some programs omit it.
 */
export async function readGif(file: FileReader): Promise<ImageFacts> {
  const header = await file.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return { ...PLAIN, truncated: true };
  let at = HEADER_BYTES + tableBytes(header[10]!);
  let parts = 0;
  let images = 0;
  while (parts < MAX_PARTS && at < file.size) {
    const head = await file.read(at, IMAGE_BYTES);
    // The trailer, or damage, which the decoder reports.
    if (head[0] !== EXTENSION && head[0] !== IMAGE) return PLAIN;
    if (head[0] === EXTENSION) at += 2;
    else {
      if (head.length < IMAGE_BYTES) return { ...PLAIN, truncated: true };
      // The colours of this image, and the first size of its codes.
      at += IMAGE_BYTES + tableBytes(head[9]!) + 1;
      images += 1;
    }
    let length: number | undefined;
    do {
      [length] = await file.read(at, 1);
      if (length === undefined || at + 1 + length > file.size) return { ...PLAIN, truncated: true };
      at += 1 + length;
      parts += 1;
    } while (length > 0 && parts < MAX_PARTS);
  }
  return { ...PLAIN, truncated: images === 0 };
}
