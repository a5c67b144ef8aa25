import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { writeWhole } from '../files/write-whole.ts';
import type { Guard, OutsideResponse, Patience } from '../guard/guard.ts';
import { OutsideError } from '../guard/outside-error.ts';
import { retryAfterMs } from '../lib/retry-after.ts';
import { type MinRate, type RateWatch, watchRate } from './min-rate.ts';

/** The part of a file that has arrived. */
export interface Part {
  bytes: number;
  /** `null` if unknown. */
  total: number | null;
  /** Proves that the rest is of the same file; `null` if the download cannot be resumed. */
  validator: string | null;
}

/** A connection that broke, or a site that is busy. The same site may send the rest later. */
export class Interruption extends Error {
  /** The pause that the site requested, in ms; `null` if it requested none. */
  readonly pauseMs: number | null;
  /** Whether the received part is discarded. */
  readonly startsAgain: boolean;

  constructor(
    message: string,
    { pauseMs = null, startsAgain = false }: { pauseMs?: number | null; startsAgain?: boolean } = {},
  ) {
    super(message);
    this.pauseMs = pauseMs;
    this.startsAgain = startsAgain;
  }
}

/** What is accepted, and the errors of what is not, in the words of the download's user. */
export interface DownloadRules {
  /** The maximum number of bytes of the file. */
  mostBytes(part: Part): number;
  /** Checks the head of a whole file. Its length and validator are in `part`. @throws Error */
  checkHead(headers: IncomingHttpHeaders, part: Part): void | Promise<void>;
  /** Checks the first bytes of a file. @throws Error */
  checkStart(start: Buffer): void;
  /** Called after each chunk. @throws Error */
  received(part: Part): void | Promise<void>;
  /** Checks a part after its connection ended in order. @throws Interruption */
  checkEnd(part: Part): void;
  /** Returns the error for a failed response; an `Interruption` if a retry may succeed. */
  refusal(status: number, pauseMs: number | null): Error;
  /** Returns the error for a failed connection. */
  broken(error: OutsideError): Error;
  /** The sentences for a site that sends another part than requested, and for one that sends none. */
  otherPart: string;
  noPart: string;
  tooLarge(most: number): Error;
  tooSlow(reason: unknown): unknown;
  /** Returns the error of a site that was tried often enough. */
  givenUp(last: Interruption): Error;
}

export interface Tries {
  /** The maximum number of consecutive attempts without progress, and the bytes that count as progress. */
  fruitless: number;
  progressBytes: number;
  /** The maximum number of connections. A site that breaks each one off after a few bytes is given up. */
  connections: number;
  /** The longest pause that a site may request, in ms. */
  maxPauseMs: number;
  /** Returns the pause after this many attempts without progress, in ms. */
  backOffMs(fruitless: number): number;
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface Receiving extends Patience {
  url: string;
  file: FileHandle;
  /** What arrived before. It is updated. */
  part: Part;
  minRate: MinRate;
  tries: Tries;
  rules: DownloadRules;
  signal: AbortSignal;
}

/** One connection of a download. */
type Connection = Receiving & { rate: RateWatch };

/**
 * Receives a file over one or more connections, after the part that arrived before. The download is resumed
 * if the site proves that the file is the same; otherwise it starts again.
 * @throws the errors of the rules; the signal's reason if aborted
 */
export async function receiveFile(guard: Guard, receiving: Receiving): Promise<void> {
  const { part, rules, tries } = receiving;
  const rate = watchRate(receiving.minRate);
  const signal = AbortSignal.any([receiving.signal, rate.signal]);
  try {
    for (let fruitless = 0, connections = 1; ; connections += 1) {
      const before = part.bytes;
      try {
        return await receive(guard, { ...receiving, rate, signal });
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        if (error.startsAgain) await startAgain(receiving);
        fruitless = part.bytes - before >= tries.progressBytes ? 0 : fruitless + 1;
        const pauseMs = Math.max(error.pauseMs ?? 0, tries.backOffMs(fruitless));
        const isOver = fruitless >= tries.fruitless || connections >= tries.connections;
        if (isOver || pauseMs > tries.maxPauseMs) throw rules.givenUp(error);
        await (tries.pause ?? sleep)(pauseMs, signal);
      }
    }
  } catch (error) {
    receiving.signal.throwIfAborted();
    throw rate.signal.aborted ? rules.tooSlow(rate.signal.reason) : error;
  } finally {
    rate.stop();
  }
}

const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });

/** Receives over one connection, to the end of the file. @throws Interruption; the errors of the rules */
async function receive(guard: Guard, connection: Connection): Promise<void> {
  const { url, file, part, rate, rules } = connection;
  // The last connection broke after the last byte.
  if (part.total !== null && part.bytes === part.total) return;
  let response: OutsideResponse | undefined;
  try {
    response = await guard.get(url, { ...connection, headers: rangeHeaders(part) });
    await takeHead(response, connection);
    rate.start();
    for await (const chunk of response.body) {
      rate.count(chunk.length);
      if (part.bytes === 0) rules.checkStart(chunk);
      const most = rules.mostBytes(part);
      if (part.bytes + chunk.length > most) {
        await startAgain(connection);
        throw rules.tooLarge(most);
      }
      await writeWhole(file, chunk, part.bytes);
      part.bytes += chunk.length;
      await rules.received(part);
    }
  } catch (error) {
    throw error instanceof OutsideError ? rules.broken(error) : error;
  } finally {
    rate.stop();
    response?.discard();
  }
  rules.checkEnd(part);
}

/** Checks the start of a response, and prepares the file for its body. */
async function takeHead({ status, headers }: OutsideResponse, connection: Connection): Promise<void> {
  const { part, rules } = connection;
  if (status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    const isSame =
      (validatorOf(headers) ?? part.validator) === part.validator &&
      (part.total === null || Number(total) === part.total);
    if (part.bytes > 0 && Number(from) === part.bytes && isSame) return;
    throw new Interruption(rules.otherPart, { startsAgain: true });
  }
  if (status === 416) throw new Interruption(rules.noPart, { startsAgain: true });
  if (status !== 200) throw rules.refusal(status, retryAfterMs(headers['retry-after']));
  await startAgain(connection);
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  const length = headers['content-length'];
  part.total = length === undefined || isEncoded ? null : Number(length);
  part.validator = isEncoded ? null : validatorOf(headers);
  await rules.checkHead(headers, part);
}

async function startAgain({ file, part }: Pick<Receiving, 'file' | 'part'>): Promise<void> {
  // Without waiting: a body that is read too late is lost with its connection.
  if (part.bytes > 0) await file.truncate(0);
  Object.assign(part, { bytes: 0, total: null, validator: null });
}

const rangeHeaders = ({ bytes, validator }: Part): Record<string, string> =>
  bytes > 0 && validator !== null ? { range: `bytes=${bytes}-`, 'if-range': validator } : {};

/** A weak ETag says that two files are equivalent, not that they are identical byte for byte. */
const validatorOf = (headers: IncomingHttpHeaders): string | null =>
  headers.etag && !headers.etag.startsWith('W/') ? headers.etag : (headers['last-modified'] ?? null);
