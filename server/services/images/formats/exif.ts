import { bufferReader } from './file-reader.ts';
import { readDirectory, valuesOf } from './tiff-directory.ts';

const ORIENTATION_TAG = 274;

/** Returns the orientation in Exif data, 1 to 8; 1 if they contain none. */
export async function orientationOf(exif: Buffer): Promise<number> {
  return orientationIn(bufferReader(exif));
}

/** Returns the orientation in the first directory of a TIFF, 1 to 8; 1 if it contains none. */
export async function orientationIn(tiff: Parameters<typeof readDirectory>[0]): Promise<number> {
  const directory = await readDirectory(tiff);
  const [orientation = 1] = directory ? await valuesOf(tiff, directory, ORIENTATION_TAG) : [];
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}
