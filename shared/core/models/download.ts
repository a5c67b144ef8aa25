import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Guard, OutsideResponse, Patience } from '../guard/guard.ts';
import { OutsideError } from '../guard/outside-error.ts';
import { type MinRate, watchRate } from '../media-sources/min-rate.ts';
import { isDiskFull } from '../lib/outages.ts';
import { retryAfterMs } from '../lib/retry-after.ts';
import { hashFile } from '../files/hash-file.ts';
import { writeWhole } from '../files/write-whole.ts';
import { ModelError, noRoomFor } from './model-error.ts';

export interface DownloadOptions extends Patience {
  /** Where the bytes are stored until they are verified. Those of an earlier attempt are resumed. */
  part: string;
  /** The expected size and SHA-256; `null` if they are not pinned. */
  bytes: number | null;
  sha256: string | null;
  /** The name of the file in messages. */
  name: string;
  signal: AbortSignal;
  /** @throws ModelError if this many further bytes do not fit */
  refuseFull(bytes: number): Promise<void>;
  onProgress(received: number, total: number | null): void;
  minRate?: MinRate;
  /** Waits between two attempts, in ms. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Downloaded {
  bytes: number;
  sha256: string;
}

const MIN_RATE: MinRate = { bytesPerSecond: 512, windowMs: 60_000 };
const BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 30_000;
/** A source that asks for a longer pause is given up, in ms. */
const MAX_PAUSE_MS = 120_000;
/** The most consecutive attempts of one source without progress, and the bytes that count as progress. */
const MAX_FRUITLESS = 5;
const PROGRESS = 65_536;
/** No model is larger, in bytes. The limit if the size is not pinned. */
const MAX_BYTES = 4 * 2 ** 30;
/** How often the free space is checked, in bytes. */
const LOOK_AT_DISK = 32 * 2 ** 20;

/** The number of bytes that have arrived, and the version of the file that they belong to. */
const partSchema = z.object({ url: z.string(), validator: z.string(), total: z.number().nullable() });
interface Part {
  url: string;
  bytes: number;
  total: number | null;
  /** Proves that the rest is of the same file; `null` if the download cannot be resumed. */
  validator: string | null;
}

/** A source is given up. Another one may have the file. */
class SourceError extends ModelError {}
/** A connection broke or the source is busy. The same source may resume later. */
class Interruption extends Error {
  readonly pauseMs: number;
  constructor(message: string, pauseMs = 0) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

/**
 * Downloads a file from the first source that has it, and verifies it. After a broken connection, also of an
 * earlier process, it requests only the rest if the source reports the same file.
 * @returns the verified download at `part`
 * @throws ModelError; the signal's reason if aborted, with the bytes retained for a later attempt
 */
export async function download(
  guard: Guard,
  sources: readonly string[],
  options: DownloadOptions,
): Promise<Downloaded> {
  const failures: string[] = [];
  for (const url of sources) {
    try {
      return await downloadFrom(guard, url, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      failures.push(error.message);
    }
  }
  throw new ModelError([...new Set(failures)].join(' '));
}

async function downloadFrom(guard: Guard, url: string, options: DownloadOptions): Promise<Downloaded> {
  const part = await findPart(url, options.part);
  const file = await open(options.part, part.bytes > 0 ? 'r+' : 'w');
  try {
    await receiveAll(guard, { file, part }, options);
  } finally {
    await file.close();
  }
  const sha256 = await hashFile(options.part);
  if (options.sha256 !== null && sha256 !== options.sha256) {
    await dropPart(options.part);
    throw new SourceError(
      `${options.name} of ${hostOf(url)} is not the expected file: its SHA-256 is ${sha256}.`,
    );
  }
  return { bytes: part.bytes, sha256 };
}

/** Removes the received bytes of a file. */
export async function dropPart(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.json`, { force: true });
}

/** Finds what an earlier process received from this source. */
async function findPart(url: string, path: string): Promise<Part> {
  const none: Part = { url, bytes: 0, total: null, validator: null };
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size === 0) return none;
  try {
    const known = partSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    const fits = known.url === url && found.size <= (known.total ?? Infinity);
    return fits ? { ...known, bytes: found.size } : none;
  } catch {
    return none;
  }
}

interface Arriving {
  file: FileHandle;
  part: Part;
}

async function receiveAll(guard: Guard, arriving: Arriving, options: DownloadOptions): Promise<void> {
  const { part } = arriving;
  const rate = watchRate(options.minRate ?? MIN_RATE);
  const signal = AbortSignal.any([options.signal, rate.signal]);
  try {
    for (let fruitless = 0; ;) {
      const before = part.bytes;
      try {
        return await receive(guard, arriving, rate, { ...options, signal });
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        fruitless = part.bytes - before >= PROGRESS ? 0 : fruitless + 1;
        const backOff = fruitless === 0 ? 0 : Math.min(MAX_BACK_OFF_MS, BACK_OFF_MS * 2 ** (fruitless - 1));
        const pauseMs = Math.max(error.pauseMs, backOff);
        if (fruitless >= MAX_FRUITLESS || pauseMs > MAX_PAUSE_MS) throw new SourceError(error.message);
        await (options.pause ?? sleep)(pauseMs, signal);
      }
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (rate.signal.aborted) throw new SourceError(`${hostOf(part.url)} sends ${options.name} too slowly.`);
    if (isDiskFull(error)) throw noRoomFor(options.name, error);
    throw error;
  } finally {
    rate.stop();
  }
}

/** Receives over one connection, to the end of the file. @throws Interruption, SourceError, ModelError */
async function receive(
  guard: Guard,
  arriving: Arriving,
  rate: ReturnType<typeof watchRate>,
  options: DownloadOptions,
): Promise<void> {
  const { part } = arriving;
  const where = `${options.name} of ${hostOf(part.url)}`;
  if (part.total !== null && part.bytes === part.total) return;
  const response = await guard
    .get(part.url, { ...options, headers: rangeHeaders(part) })
    .catch((error: unknown) => {
      throw error instanceof OutsideError ? refusalOf(error, part.url) : error;
    });
  try {
    await takeHead(response, arriving, options);
    rate.start();
    const most = part.total ?? options.bytes ?? MAX_BYTES;
    let looked = part.bytes;
    for await (const chunk of response.body) {
      rate.count(chunk.length);
      if (part.bytes === 0) refuseText(chunk, where, options.bytes);
      if (part.bytes + chunk.length > most) {
        await startAgain(arriving);
        throw new SourceError(`${where} is larger than the expected ${most} bytes.`);
      }
      await writeWhole(arriving.file, chunk, part.bytes);
      part.bytes += chunk.length;
      options.onProgress(part.bytes, part.total);
      if (part.bytes - looked > LOOK_AT_DISK) {
        looked = part.bytes;
        await options.refuseFull(part.total === null ? 0 : part.total - part.bytes);
      }
    }
  } catch (error) {
    throw error instanceof OutsideError ? refusalOf(error, part.url) : error;
  } finally {
    rate.stop();
    response.discard();
  }
  const whole = part.total ?? options.bytes;
  if (whole !== null && part.bytes < whole) {
    throw new Interruption(`${where} ended after ${part.bytes} of ${whole} bytes.`);
  }
}

/** Checks the start of a response, and prepares the file for its body. */
async function takeHead(
  { status, headers }: OutsideResponse,
  arriving: Arriving,
  options: DownloadOptions,
): Promise<void> {
  const { part } = arriving;
  const host = hostOf(part.url);
  if (status === 206 && part.bytes > 0) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    const validator = validatorOf(headers) ?? part.validator;
    const same = validator === part.validator && (!part.total || Number(total) === part.total);
    if (Number(from) === part.bytes && same) return;
    await startAgain(arriving);
    throw new Interruption(`${host} sent a part of another file than before.`);
  }
  if (status === 416) {
    await startAgain(arriving);
    throw new Interruption(`${host} cannot resume ${options.name}.`);
  }
  if (status === 429 || status >= 500) {
    const pauseMs = retryAfterMs(headers['retry-after']) ?? 0;
    throw new Interruption(`${host} is busy or failing (${status}).`, pauseMs);
  }
  if (status !== 200) throw new SourceError(`${host} refused ${options.name} (${status}).`);
  if (/^\s*text\/html/i.test(headers['content-type'] ?? '')) {
    throw new SourceError(`${host} sent a page instead of ${options.name}.`);
  }
  await startAgain(arriving);
  const encoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  const announced = headers['content-length'];
  part.total = announced === undefined || encoded ? null : Number(announced);
  part.validator = encoded ? null : validatorOf(headers);
  if (encoded) throw new SourceError(`${host} sent ${options.name} compressed.`);
  if (options.bytes !== null && part.total !== null && part.total !== options.bytes) {
    throw new SourceError(
      `${options.name} of ${host} has ${part.total} bytes instead of the expected ${options.bytes}.`,
    );
  }
  await options.refuseFull(part.total ?? options.bytes ?? 0);
  const { url, validator, total } = part;
  const known = `${options.part}.json`;
  if (validator === null) await rm(known, { force: true });
  else await writeFile(known, JSON.stringify({ url, validator, total }));
}

async function startAgain({ file, part }: Arriving): Promise<void> {
  await file.truncate(0);
  Object.assign(part, { bytes: 0, total: null, validator: null });
}

/** How a captive portal, an error page or an unresolved pointer begins. No model begins like that. */
function refuseText(chunk: Buffer, where: string, bytes: number | null): void {
  const start = chunk.subarray(0, 200).toString('latin1').trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) {
    throw new SourceError(`${where} is a page instead of the file.`);
  }
  if (bytes === null && start.startsWith('version https://git-lfs')) {
    throw new SourceError(`${where} is a pointer instead of the file.`);
  }
}

const rangeHeaders = ({ bytes, validator }: Part): Record<string, string> =>
  bytes > 0 && validator !== null ? { range: `bytes=${bytes}-`, 'if-range': validator } : {};

/** A weak ETag says that two files are equivalent, not that they are identical byte for byte. */
const validatorOf = (headers: OutsideResponse['headers']): string | null =>
  headers.etag && !headers.etag.startsWith('W/') ? headers.etag : (headers['last-modified'] ?? null);

const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });

const hostOf = (url: string) => new URL(url).host;

/** Converts the guard's error, which is about a link, to one that names the source. */
function refusalOf({ reason, message }: OutsideError, url: string): Error {
  const sentence = message.replace(/^(?:The site at this address|This address)/, hostOf(url));
  return reason === 'refused' ? new SourceError(sentence) : new Interruption(sentence);
}
