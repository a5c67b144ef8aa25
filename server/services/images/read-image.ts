import { type FileReader, withFile } from './formats/file-reader.ts';
import type { ImageFacts } from './formats/image-facts.ts';
import { readJpeg } from './formats/jpeg.ts';
import { readPng } from './formats/png.ts';
import { readTiff } from './formats/tiff.ts';
import { readWebp } from './formats/webp.ts';

/** By ffmpeg's demuxer of the image. */
const READERS: Record<string, (file: FileReader) => Promise<ImageFacts>> = {
  jpeg_pipe: readJpeg,
  png_pipe: readPng,
  webp_pipe: readWebp,
  tiff_pipe: readTiff,
};

const PLAIN: ImageFacts = { icc: null };

/** Reads what an image states beside its pixels; `format` is ffmpeg's demuxer for it. */
export async function readImage(path: string, format: string): Promise<ImageFacts> {
  const read = READERS[format];
  return read ? withFile(path, read) : PLAIN;
}
