import { formatBytes } from '../format.ts';

/** Extensions of videos whose type browsers do not know. */
export const VIDEO_ENDINGS = [
  '.mp4',
  '.m4v',
  '.mov',
  '.mkv',
  '.webm',
  '.avi',
  '.mts',
  '.m2ts',
  '.mxf',
  '.flv',
];

type Facts = Pick<File, 'name' | 'size' | 'type' | 'lastModified'>;

/** Whether a file is a video by its type or its extension. */
export const isVideoFile = ({ name, type }: Pick<Facts, 'name' | 'type'>): boolean =>
  type.startsWith('video/') || VIDEO_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** Returns why a file cannot become footage, in a sentence. Returns `null` if it can. */
export function refusalOf(
  { name, size, type }: Omit<Facts, 'lastModified'>,
  maxBytes: number,
): string | null {
  if (type.startsWith('image/')) return 'Images can’t be used as footage. Add them to a section instead.';
  if (type.startsWith('audio/')) return 'Audio files can’t be used as footage.';
  if (!isVideoFile({ name, type })) return 'This is not a video.';
  if (size === 0) return 'This file is empty.';
  if (size > maxBytes)
    return `This file is ${formatBytes(size)}. Videos can be up to ${formatBytes(maxBytes)}.`;
  return null;
}

/** Returns the ID of a file's upload, a UUID. The same name, size and modification time give the same ID. */
export async function uploadIdOf({ name, size, lastModified }: Facts): Promise<string> {
  const identity = new TextEncoder().encode(JSON.stringify([name, size, lastModified]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', identity)).slice(0, 16);
  // The version and variant of a UUID made from a hash (RFC 9562, version 8).
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
