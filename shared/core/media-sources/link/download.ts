import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { StepError } from '../../lib/errors.ts';
import type { Guard, OutsideResponse, Patience } from '../../guard/guard.ts';
import { OutsideError } from '../../guard/outside-error.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { type MinRate, type RateWatch, watchRate } from '../min-rate.ts';
import type { OnFetched } from '../source.ts';
import { finalRefusal, refuseOtherTypes, refusePageStart, tooLarge } from './answers.ts';

export interface DownloadOptions extends Patience {
  /** The target path. An existing file is overwritten. */
  path: string;
  maxBytes: number;
  /** The time limit of all attempts together, in ms. */
  maxMs: number;
  minRate: MinRate;
  signal: AbortSignal;
  onProgress: OnFetched;
  /** The pause before the second attempt, in ms. It doubles with each further attempt without progress. */
  backOffMs?: number;
}

const BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 30_000;
/** If a site asks for a longer pause, the whole step is retried later. */
const MAX_PAUSE_MS = 60_000;
/** The most consecutive attempts without progress. */
const MAX_FRUITLESS = 5;
/** The most connections. A site that breaks each one off after a few bytes is given up. */
const MAX_CONNECTIONS = 50;

/** The part of a file that has arrived. */
interface Received {
  bytes: number;
  /** `null` if unknown. */
  total: number | null;
  /** The validator that proves that the rest is of the same file. */
  validator: string | null;
}

/** A connection that failed, or delivered only a part. */
interface Interruption {
  message: string;
  /** The pause that the site requested; `null` if it requested none. */
  pauseMs: number | null;
}

/**
 * Downloads a file. After a broken connection it resumes if the site reports that the file is the same.
 * @throws StepError: final (not found, refused, no media file, too large, too long), or if the site fails
 * repeatedly or sends too slowly; the signal's reason if aborted
 */
export async function download(guard: Guard, url: string, options: DownloadOptions): Promise<void> {
  const late = AbortSignal.timeout(options.maxMs);
  const rate = watchRate(options.minRate);
  const signal = AbortSignal.any([options.signal, late, rate.signal]);
  const partial: Received = { bytes: 0, total: null, validator: null };
  const file = await open(options.path, 'w');
  try {
    let fruitless = 0;
    for (let connections = 1; ; connections += 1) {
      const before = partial.bytes;
      const interruption = await receive(guard, url, { file, partial, rate }, { ...options, signal });
      if (!interruption) return;
      fruitless = partial.bytes > before ? 0 : fruitless + 1;
      const pauseMs = pauseOf(interruption, fruitless, options.backOffMs ?? BACK_OFF_MS);
      if (fruitless >= MAX_FRUITLESS || connections >= MAX_CONNECTIONS || pauseMs > MAX_PAUSE_MS) {
        const { message, pauseMs: asked } = interruption;
        throw new StepError('unreachable', message, { retry: 'often', pauseMs: asked });
      }
      await wait(pauseMs, undefined, { signal });
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (late.aborted) throw new StepError('too_slow', 'Downloading this video took too long.');
    throw error;
  } finally {
    await file.close();
  }
}

function pauseOf({ pauseMs }: Interruption, fruitless: number, backOffMs: number): number {
  const backOff = Math.min(MAX_BACK_OFF_MS, backOffMs * 2 ** Math.max(0, fruitless - 1));
  return Math.max(pauseMs ?? 0, backOff * (0.5 + Math.random()));
}

/** Receives over one connection. @returns `null` when the file is complete */
async function receive(
  guard: Guard,
  url: string,
  { file, partial, rate }: { file: FileHandle; partial: Received; rate: RateWatch },
  options: DownloadOptions,
): Promise<Interruption | null> {
  let response: OutsideResponse;
  try {
    response = await guard.get(url, { ...options, headers: rangeHeaders(partial) });
  } catch (error) {
    return interruptionOf(error);
  }
  const refused = await takeHead(response, file, partial, options.maxBytes).catch((error: unknown) => {
    response.discard();
    throw error;
  });
  if (refused) {
    response.discard();
    return refused;
  }
  rate.start();
  try {
    for await (const chunk of response.body) {
      rate.count(chunk.length);
      if (partial.bytes === 0) refusePageStart(chunk);
      if (partial.bytes + chunk.length > options.maxBytes) throw tooLarge(options.maxBytes);
      await file.write(chunk, 0, chunk.length, partial.bytes);
      partial.bytes += chunk.length;
      options.onProgress(partial.bytes, partial.total);
    }
  } catch (error) {
    return interruptionOf(error);
  } finally {
    rate.stop();
  }
  if (partial.total !== null && partial.bytes !== partial.total) {
    // More bytes than announced, or fewer although the connection ended normally: not the announced file.
    await startAgain(file, partial);
    return { message: 'The site of this link sent a different length than it announced.', pauseMs: null };
  }
  return null;
}

/** Checks the start of a response, and prepares the file for its body. @throws StepError */
async function takeHead(
  { status, headers }: OutsideResponse,
  file: FileHandle,
  partial: Received,
  maxBytes: number,
): Promise<Interruption | null> {
  if (status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(from) === partial.bytes && (partial.total === null || Number(total) === partial.total)) {
      return null;
    }
    await startAgain(file, partial);
    return { message: 'The site of this link sent a different part than requested.', pauseMs: null };
  }
  if (status === 416) {
    await startAgain(file, partial);
    return { message: 'The site of this link cannot resume the download.', pauseMs: null };
  }
  if (status !== 200) {
    const refusal = finalRefusal(status);
    if (refusal) throw refusal;
    const pauseMs = retryAfterMs(headers['retry-after']);
    return { message: `The site of this link is failing or overloaded (${status}).`, pauseMs };
  }
  refuseOtherTypes(headers);
  await startAgain(file, partial);
  const length = headers['content-encoding'] ? undefined : headers['content-length'];
  partial.total = length === undefined ? null : Number(length);
  partial.validator = validatorOf(headers);
  if ((partial.total ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return null;
}

async function startAgain(file: FileHandle, partial: Received): Promise<void> {
  if (partial.bytes > 0) await file.truncate(0);
  Object.assign(partial, { bytes: 0, total: null, validator: null });
}

const rangeHeaders = ({ bytes, validator }: Received): Record<string, string> =>
  bytes > 0 && validator !== null ? { range: `bytes=${bytes}-`, 'if-range': validator } : {};

/** A weak ETag says that two files are equivalent, not that they are identical byte for byte. */
const validatorOf = (headers: OutsideResponse['headers']): string | null =>
  headers.etag && !headers.etag.startsWith('W/') ? headers.etag : (headers['last-modified'] ?? null);

function interruptionOf(error: unknown): Interruption {
  if (!(error instanceof OutsideError)) throw error;
  if (error.reason === 'refused') throw new StepError('refused', error.message, { cause: error });
  return { message: error.message, pauseMs: null };
}
