import { readBmp } from './formats/bmp.ts';
import { type FileReader, withFile } from './formats/file-reader.ts';
import { readGif } from './formats/gif.ts';
import { type ImageFacts, PLAIN } from './formats/image-facts.ts';
import { readJpeg } from './formats/jpeg.ts';
import { readPng } from './formats/png.ts';
import { readTiff } from './formats/tiff.ts';
import { readWebp } from './formats/webp.ts';
import { readHeif } from './heif/heif-facts.ts';

/** By the image's format: ffmpeg's demuxer, or "heif". */
const READERS: Record<string, (file: FileReader) => Promise<ImageFacts>> = {
  jpeg_pipe: readJpeg,
  png_pipe: readPng,
  webp_pipe: readWebp,
  gif: readGif,
  bmp_pipe: readBmp,
  tiff_pipe: readTiff,
  heif: readHeif,
};

/** Reads what an image states beside its pixels. `format` is the result of imageFormatOf. */
export async function readImage(path: string, format: string): Promise<ImageFacts> {
  const read = READERS[format];
  return read ? withFile(path, read) : PLAIN;
}
