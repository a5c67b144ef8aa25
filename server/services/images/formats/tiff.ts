import { orientationIn } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, PLAIN } from './image-facts.ts';
import { readDirectory, valuesOf } from './tiff-directory.ts';

const ICC_TAG = 34_675;
/** The tags of the positions and lengths of pixels: in strips, or in tiles. */
const PIXELS = [
  [273, 279],
  [324, 325],
] as const;

/** Reads the first directory of a TIFF. */
export async function readTiff(file: FileReader): Promise<ImageFacts> {
  const directory = await readDirectory(file);
  // It may be at the end of the file.
  if (!directory) return { ...PLAIN, truncated: true };
  const icc = directory.fields.get(ICC_TAG);
  let truncated = false;
  for (const [placesTag, lengthsTag] of PIXELS) {
    const places = await valuesOf(file, directory, placesTag);
    const lengths = await valuesOf(file, directory, lengthsTag);
    truncated ||= places.some((place, index) => place + (lengths[index] ?? 0) > file.size);
  }
  return {
    ...PLAIN,
    icc: icc && icc.count <= MAX_ICC_BYTES ? await file.read(icc.at, icc.count) : null,
    orientation: await orientationIn(file),
    truncated,
  };
}
