import { extname } from 'node:path';

const TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mkv': 'video/x-matroska',
  '.webm': 'video/webm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

/** Returns the media type of a file by the extension of its name; `undefined` for an unknown one. */
export const mediaTypeOf = (fileName: string): string | undefined => TYPES[extname(fileName).toLowerCase()];
