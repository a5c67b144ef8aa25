import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { StepError } from '../../lib/errors.ts';
import type { Guard, OutsideResponse } from '../../guard/guard.ts';
import { OutsideError } from '../../guard/outside-error.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { finalRefusal, isPageType } from './answers.ts';

/** How much is read of a file's start, and of its end if its index is there, in bytes. */
export const START_BYTES = 2 * 2 ** 20;

export interface FileStart {
  /** From the site's header, otherwise from the URL. */
  name: string | null;
  headers: IncomingHttpHeaders;
  /** The size of the whole file; `null` if unknown. */
  totalBytes: number | null;
  /** Whether the whole file was read. */
  whole: boolean;
}

/**
 * Downloads the start of a file with one request, however large the file is.
 * @throws StepError; the signal's reason if aborted
 */
export async function readStart(
  guard: Guard,
  url: string,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<FileStart> {
  const response = await ask(guard, url, `bytes=0-${START_BYTES - 1}`, signal);
  const file = await open(path, 'w');
  try {
    const bytes = await write(response, file, 0);
    const total = totalOf(response) ?? (bytes < START_BYTES ? bytes : null);
    return {
      name: fileNameIn(response),
      headers: response.headers,
      totalBytes: total,
      whole: bytes === total,
    };
  } finally {
    await file.close();
  }
}

/**
 * Writes the end of the same file to its position, leaving a hole before it. Returns `false` if the site does
 * not send the end alone.
 */
export async function readEnd(
  guard: Guard,
  url: string,
  { path, totalBytes, signal }: { path: string; totalBytes: number; signal: AbortSignal },
): Promise<boolean> {
  const from = Math.max(START_BYTES, totalBytes - START_BYTES);
  const response = await ask(guard, url, `bytes=${from}-${totalBytes - 1}`, signal);
  if (!response.headers['content-range']?.startsWith(`bytes ${from}-`)) {
    response.discard();
    return false;
  }
  const file = await open(path, 'r+');
  try {
    await write(response, file, from);
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Identifies this version of a file by headers only; `null` for pages, and if its site sends no such headers.
 */
export async function readRevision(guard: Guard, url: string, signal: AbortSignal): Promise<string[] | null> {
  // Many sites that answer GET refuse HEAD.
  const response = await ask(guard, url, 'bytes=0-0', signal);
  response.discard();
  const { etag, 'last-modified': modified } = response.headers;
  if ((etag === undefined && modified === undefined) || isPageType(response.headers)) return null;
  return [etag ?? '', modified ?? '', String(totalOf(response) ?? '')];
}

async function ask(guard: Guard, url: string, range: string, signal: AbortSignal): Promise<OutsideResponse> {
  const response = await guard.get(url, { headers: { range }, signal }).catch((error: unknown) => {
    throw stepError(error);
  });
  if (response.status === 200 || response.status === 206) return response;
  response.discard();
  throw (
    finalRefusal(response.status) ??
    new StepError('unreachable', `The site of this link sent an invalid response (${response.status}).`, {
      retry: 'often',
      pauseMs: retryAfterMs(response.headers['retry-after']),
    })
  );
}

/** Writes the response, up to the bytes of a start. Returns the number of bytes written. */
async function write(response: OutsideResponse, file: FileHandle, position: number): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      const part = chunk.subarray(0, START_BYTES - bytes);
      await file.write(part, 0, part.length, position + bytes);
      bytes += part.length;
      if (bytes === START_BYTES) break;
    }
  } catch (error) {
    throw stepError(error);
  }
  return bytes;
}

function totalOf({ status, headers }: OutsideResponse): number | null {
  const stated =
    status === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
  return stated === undefined ? null : Number(stated);
}

/**
 * Returns the name in Content-Disposition, otherwise the last part of the URL if it looks like a file name.
 */
function fileNameIn({ headers, url }: OutsideResponse): string | null {
  const disposition = headers['content-disposition'] ?? '';
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition);
  const stated = encoded ?? plain?.[1] ?? plain?.[2] ?? /(?<![^/])[^/]+\.\w{2,5}$/.exec(url.pathname)?.[0];
  if (stated === undefined) return null;
  try {
    return decodeURIComponent(stated);
  } catch {
    return stated;
  }
}

function stepError(error: unknown): unknown {
  if (!(error instanceof OutsideError)) return error;
  return error.reason === 'refused'
    ? new StepError('refused', error.message, { cause: error })
    : new StepError('unreachable', error.message, { retry: 'often', cause: error });
}
