// @ts-check
import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CutroomError, errorOf } from './errors.mjs';
import { pauseOf } from './retries.mjs';

const MAX_FAILURES = 5;

/**
 * @callback OpenFile
 * @param {Record<string, string>} headers
 * @returns {Promise<Response>}
 */

/**
 * Downloads a file to a path. The bytes that arrived are in a file beside it until the download is complete,
 * so that an interrupted download is resumed by the next one, if the server still has the same file.
 * @param {OpenFile} openFile requests the file; called again to resume
 * @param {string} path
 * @param {import('../index.mjs').TransferOptions & { overwrite?: boolean }} options
 * @returns {Promise<{ path: string, bytes: number }>}
 */
export async function downloadFile(openFile, path, { overwrite = false, onProgress, signal } = {}) {
  if (!overwrite && (await sizeOf(path)) !== null) {
    throw new CutroomError(`The file ${path} already exists.`, { code: 'file_exists' });
  }
  for (let failures = 0; ; failures += 1) {
    let bytes = 0;
    try {
      const first = await openFile({});
      const part = `${path}.${nameOf(first)}.part`;
      await receive(
        openFile,
        first,
        part,
        (arrived, total) => {
          if (arrived > bytes) failures = 0;
          bytes = arrived;
          onProgress?.({ bytes: arrived, total });
        },
        signal,
      );
      await moveInto(part, path);
      return { path, bytes: (await stat(path)).size };
    } catch (error) {
      signal?.throwIfAborted();
      if (!isBroken(error) || failures >= MAX_FAILURES) throw error;
      await wait(pauseOf(failures), undefined, { signal });
    }
  }
}

/**
 * Receives the bytes that a part does not have yet.
 * @param {OpenFile} openFile
 * @param {Response} first the response with the whole file
 * @param {string} part
 * @param {(bytes: number, total: number | null) => void} report
 * @param {AbortSignal | undefined} signal
 */
async function receive(openFile, first, part, report, signal) {
  const total = lengthOf(first);
  let start = Math.min((await sizeOf(part)) ?? 0, total ?? 0);
  let response = first;
  if (start > 0) {
    await first.body?.cancel();
    if (start === total) return;
    response = await openFile({ range: `bytes=${start}-` });
    const isRest =
      response.status === 206 && startOf(response) === start && nameOf(response) === nameOf(first);
    // A server without ranges sends the whole file. Another file begins again under its own name.
    if (!isRest) start = 0;
    if (nameOf(response) !== nameOf(first) || (response.status === 206 && !isRest)) {
      await response.body?.cancel();
      await rm(part, { force: true });
      throw new CutroomError('The file was replaced during the download.', { code: 'unreachable' });
    }
  }
  if (!response.body) throw new CutroomError('The server sent no file.', { code: 'unexpected' });
  let bytes = start;
  report(bytes, total);
  const counter = new Transform({
    transform(chunk, _encoding, done) {
      bytes += chunk.length;
      report(bytes, total);
      done(null, chunk);
    },
  });
  if (start === 0) await (await open(part, 'a')).close();
  // At its position: two downloads of one file write the same bytes to the same places.
  const file = await open(part, 'r+').catch((error) => {
    // The other download moved it.
    throw error.code === 'ENOENT' ? new CutroomError('The part is gone.', { code: 'unreachable' }) : error;
  });
  const body = Readable.fromWeb(/** @type {any} */ (response.body));
  await pipeline(body, counter, file.createWriteStream({ start }), { signal });
  if (total !== null && bytes !== total) {
    throw new CutroomError('The connection ended early.', { code: 'unreachable' });
  }
}

/**
 * Moves a complete part to its path. Another download of the same file may have moved it.
 * @param {string} part
 * @param {string} path
 */
async function moveInto(part, path) {
  await rename(part, path).catch(async (error) => {
    if (error.code !== 'ENOENT' || (await sizeOf(path)) === null) throw error;
  });
}

/**
 * Returns a short name of a response's version of a file, for the name of its part.
 * @param {Response} response
 */
function nameOf({ headers }) {
  const version = headers.get('etag') ?? `${headers.get('last-modified')}`;
  return createHash('sha256').update(version).digest('hex').slice(0, 8);
}

/** @param {Response} response */
function lengthOf({ headers }) {
  const text = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** @param {Response} response */
function startOf({ headers }) {
  const match = /^bytes (\d{1,15})-/.exec(headers.get('content-range') ?? '');
  return match ? Number(match[1]) : null;
}

/** @param {string} path */
async function sizeOf(path) {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

/**
 * Whether a download broke off and can be resumed. `fetch` reports a broken body as a TypeError.
 * @param {unknown} error
 */
function isBroken(error) {
  return error instanceof TypeError || (error instanceof CutroomError && error.isTransient);
}

/**
 * Requests a film: first its link from the API, then the file from there. The link is signed, so the API key
 * is not sent to the store.
 * @param {(request: Request) => Promise<Response>} send
 * @param {Request} request asks for the link
 * @param {Record<string, string>} headers
 * @param {AbortSignal | undefined} signal
 */
export async function openFilm(send, request, headers, signal) {
  const answer = await send(request);
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw await errorOf(answer);
  const url = new URL(location, request.url);
  if (!/^https?:$/.test(url.protocol)) {
    throw new CutroomError('The server sent a link that is not http.', { code: 'unexpected' });
  }
  const film = await fetch(url, {
    headers: { 'accept-encoding': 'identity', ...headers },
    signal: signal ?? null,
  });
  if (!film.ok) throw await errorOf(film);
  return film;
}
