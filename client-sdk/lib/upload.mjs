// @ts-check
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CutroomError, errorOf } from './errors.mjs';

/** By the ending of a file's name. The server checks what a file really is. */
const TYPES = new Map(
  Object.entries({
    '.mp4': 'video/mp4',
    '.m4v': 'video/mp4',
    '.mov': 'video/quicktime',
    '.mkv': 'video/x-matroska',
    '.webm': 'video/webm',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.gif': 'image/gif',
    '.avif': 'image/avif',
    '.heic': 'image/heic',
  }),
);
const MAX_FAILURES = 4;

/**
 * Uploads a video or an image for a section, at most 100 MB, and returns its `objectPath`. After a broken
 * connection only the missing bytes are sent.
 * @param {import('../index.mjs').Cutroom} cutroom
 * @param {(request: Request) => Promise<Response>} send
 * @param {string} projectId
 * @param {string} path
 * @param {{ contentType?: string, signal?: AbortSignal }} options
 */
export async function uploadMedia(cutroom, send, projectId, path, { contentType, signal } = {}) {
  const file = await readFile(path);
  const type = contentType ?? TYPES.get(extname(path).toLowerCase());
  if (type === undefined)
    throw new CutroomError('State the content type of this file.', { code: 'bad_request' });
  const request = { projectId, fileName: basename(path), size: file.length, contentType: type };
  /** @type {string | undefined} */
  let objectPath;
  for (let failures = 0; ; failures += 1) {
    const target = await cutroom.post('/api/objects/upload', {
      body: { ...request, ...(objectPath !== undefined && { objectPath }) },
      ...(signal && { signal }),
    });
    ({ objectPath } = target);
    try {
      for (const { url, start, end } of rangesOf(target, file.length)) {
        const body = file.subarray(start, end);
        const headers = { 'content-type': type };
        const put = { method: 'PUT', headers, body, signal: signal ?? null };
        const answer = await send(new Request(new URL(url, cutroom.baseUrl), put));
        if (!answer.ok) throw await errorOf(answer);
        await answer.body?.cancel();
      }
      return objectPath;
    } catch (error) {
      const isTransient = error instanceof CutroomError && error.isTransient;
      if (!isTransient || failures >= MAX_FAILURES) throw error;
    }
  }
}

/**
 * Returns the ranges of a file that are missing on the server, with their addresses.
 * @param {{ uploadURL: string, offset?: number, parts?: { url: string, start: number, end: number }[] }} target
 * @param {number} size
 */
function rangesOf({ uploadURL, offset = 0, parts }, size) {
  if (parts) return parts;
  const url = offset > 0 ? `${uploadURL}&offset=${offset}` : uploadURL;
  return [{ url, start: offset, end: size }];
}
