import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { MinRate } from '../downloads/min-rate.ts';
import {
  type DownloadRules,
  Interruption,
  type Part as ReceivedPart,
  receiveFile,
  type Tries,
} from '../downloads/receive-file.ts';
import type { Guard, Patience } from '../guard/guard.ts';
import { isDiskFull } from '../lib/outages.ts';
import { hashFile } from '../files/hash-file.ts';
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
const TRIES: Tries = {
  fruitless: 5,
  progressBytes: 65_536,
  connections: Infinity,
  // A source that asks for a longer pause is given up.
  maxPauseMs: 120_000,
  backOffMs: (fruitless) =>
    fruitless === 0 ? 0 : Math.min(MAX_BACK_OFF_MS, BACK_OFF_MS * 2 ** (fruitless - 1)),
};
/** No model is larger, in bytes. The limit if the size is not pinned. */
const MAX_BYTES = 4 * 2 ** 30;
/** How often the free space is checked, in bytes. */
const LOOK_AT_DISK = 32 * 2 ** 20;

/** The number of bytes that have arrived, and the version of the file that they belong to. */
const partSchema = z.object({ url: z.string(), validator: z.string(), total: z.number().nullable() });
interface Part extends ReceivedPart {
  url: string;
}

/** A source is given up. Another one may have the file. */
class SourceError extends ModelError {}

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
    await receiveAll(guard, file, part, options);
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
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile() || stats.size === 0) return none;
  try {
    const stored = partSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    const fits = stored.url === url && stats.size <= (stored.total ?? Infinity);
    return fits ? { ...stored, bytes: stats.size } : none;
  } catch {
    return none;
  }
}

function receiveAll(guard: Guard, file: FileHandle, part: Part, options: DownloadOptions): Promise<void> {
  const { signal, pause, minRate = MIN_RATE } = options;
  const tries = { ...TRIES, pause };
  const rules = rulesOf(part, options);
  return receiveFile(guard, { ...options, url: part.url, file, part, minRate, tries, rules, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw isDiskFull(error) ? noRoomFor(options.name, error) : error;
    },
  );
}

function rulesOf({ url }: Part, options: DownloadOptions): DownloadRules {
  const { name, bytes: expected, refuseFull } = options;
  const host = hostOf(url);
  const where = `${name} of ${host}`;
  let checkedAt = 0;
  return {
    mostBytes: ({ total }) => total ?? expected ?? MAX_BYTES,
    async checkHead(headers, { total, validator }) {
      if (/^\s*text\/html/i.test(headers['content-type'] ?? '')) {
        throw new SourceError(`${host} sent a page instead of ${name}.`);
      }
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
        throw new SourceError(`${host} sent ${name} compressed.`);
      }
      if (expected !== null && total !== null && total !== expected) {
        throw new SourceError(`${where} has ${total} bytes instead of the expected ${expected}.`);
      }
      await refuseFull(total ?? expected ?? 0);
      const metaPath = `${options.part}.json`;
      if (validator === null) await rm(metaPath, { force: true });
      else await writeFile(metaPath, JSON.stringify({ url, validator, total }));
      checkedAt = 0;
    },
    checkStart: (start) => refuseText(start, where, expected),
    async received({ bytes, total }) {
      options.onProgress(bytes, total);
      if (bytes - checkedAt <= LOOK_AT_DISK) return;
      checkedAt = bytes;
      await refuseFull(total === null ? 0 : total - bytes);
    },
    checkEnd({ bytes, total }) {
      const whole = total ?? expected;
      if (whole === null || bytes >= whole) return;
      throw new Interruption(`${where} ended after ${bytes} of ${whole} bytes.`);
    },
    refusal: (status, pauseMs) =>
      status === 429 || status >= 500
        ? new Interruption(`${host} is busy or failing (${status}).`, { pauseMs })
        : new SourceError(`${host} refused ${name} (${status}).`),
    broken({ reason, message }) {
      // The guard's sentence is about a link.
      const sentence = message.replace(/^(?:The site at this address|This address)/, host);
      return reason === 'refused' ? new SourceError(sentence) : new Interruption(sentence);
    },
    otherPart: `${host} sent a part of another file than before.`,
    noPart: `${host} cannot resume ${name}.`,
    tooLarge: (most) => new SourceError(`${where} is larger than the expected ${most} bytes.`),
    tooSlow: () => new SourceError(`${host} sends ${name} too slowly.`),
    givenUp: ({ message }) => new SourceError(message),
  };
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

const hostOf = (url: string) => new URL(url).host;
