import { createHash } from 'node:crypto';
import { open, rm, truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import { hashFile } from '#core/files/hash-file.ts';
import { openPartial, partialBytes } from '#core/files/partial-files.ts';

/** The longest pause of a sender before it counts as disconnected, in ms. */
const MAX_PAUSE_MS = 30_000;
/**
 * Concurrent requests for one file: the first, and the one that takes over after its connection broke
 * unnoticed.
 */
const MAX_AT_ONCE = 2;

/** A file that a user sends: whole, or from `offset` on after its connection broke. */
interface Sending {
  userId: string;
  uploadId: string;
  /** The number of bytes that arrived before. */
  offset: number;
}

interface Limits {
  maxBytes: number;
  tooLarge: () => AppError;
  /** Receives the number of bytes as they arrive. */
  count: (bytes: number) => void;
}

export interface IncomingFile {
  path: string;
  /**
   * Writes the body into the file.
   * @returns the bytes of the whole file
   * @throws AppError `bad_request` if it does not arrive completely, in which case the part is retained; the
   * error of `tooLarge` if it exceeds `maxBytes`
   */
  write(body: Readable, limits: Limits): Promise<number>;
  /** The SHA-256 of the whole file, in hex, after it was written. */
  hash(): Promise<string>;
}

interface Coming {
  stop: () => void;
  ended: Promise<unknown>;
}

/** Incoming requests, by user and upload. */
const coming = new Map<string, Set<Coming>>();
const keyOf = ({ userId, uploadId }: Omit<Sending, 'offset'>) => `${userId}/${uploadId}`;

/**
 * Receives a file. It is removed when `work` ends, except for the part of a broken upload, and an earlier
 * part if this request sent nothing or failed for a reason that the file did not cause.
 * @throws AppError `conflict` if fewer than `offset` bytes arrived before, `too_many_requests` if two
 * requests are already sending it
 */
export async function receiveFile<T>(
  root: string,
  sending: Sending,
  work: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const key = keyOf(sending);
  // A sender that resumes a file has abandoned the earlier request.
  if (sending.offset > 0) await stopComing(key);
  const others = coming.get(key) ?? new Set<Coming>();
  if (others.size >= MAX_AT_ONCE)
    throw new AppError('too_many_requests', 'This file is already being uploaded.');
  const stop = new AbortController();
  const result = workOn(root, sending, work, stop.signal);
  const self = { stop: () => stop.abort(), ended: result.catch(() => undefined) };
  coming.set(key, others.add(self));
  try {
    return await result;
  } finally {
    others.delete(self);
    if (others.size === 0) coming.delete(key);
  }
}

/**
 * Returns how many bytes of a file arrived. A request that is still sending some to this node is stopped:
 * since its sender asks, it has disconnected.
 */
export async function arrivedBytes(root: string, sent: Omit<Sending, 'offset'>): Promise<number> {
  await stopComing(keyOf(sent));
  return partialBytes(root, sent.userId, sent.uploadId);
}

async function stopComing(key: string): Promise<void> {
  const underWay = [...(coming.get(key) ?? [])];
  for (const { stop } of underWay) stop();
  await Promise.all(underWay.map(({ ended }) => ended));
}

async function workOn<T>(
  root: string,
  sending: Sending,
  work: (file: IncomingFile) => Promise<T>,
  stop: AbortSignal,
): Promise<T> {
  const { offset } = sending;
  const path = await openPartial(root, sending);
  if (path === null) throw new AppError('conflict', 'This upload can’t be resumed. Upload the file again.');
  let receivedBytes = 0;
  let isWhole = false;
  // For a file that arrives in one piece. Any other file is hashed once it is complete.
  const running = offset === 0 ? createHash('sha256') : undefined;
  try {
    const result = await work({
      path,
      async write(body, limits) {
        await writeDown(body, path, { ...limits, maxBytes: limits.maxBytes - offset }, stop, (chunk) => {
          receivedBytes += chunk.length;
          running?.update(chunk);
        });
        isWhole = true;
        return offset + receivedBytes;
      },
      hash: async () => running?.digest('hex') ?? hashFile(path),
    });
    await rm(path, { force: true });
    return result;
  } catch (error) {
    if (receivedBytes === 0) {
      if (offset === 0) await rm(path, { force: true });
    } else if (isFaultOfFile(error)) await rm(path, { force: true });
    else if (!isWhole && !(error instanceof BrokenOff)) await truncate(path, offset);
    throw error;
  }
}

/** Whether the same file would be refused again, so that no part of it is retained. */
const isFaultOfFile = (error: unknown) =>
  error instanceof AppError &&
  error.statusCode < 500 &&
  !(error instanceof TryLaterError || error instanceof BrokenOff);

class BrokenOff extends AppError {
  constructor() {
    super('bad_request', 'The upload was incomplete. Upload the file again.');
  }
}

async function writeDown(
  body: Readable,
  path: string,
  { maxBytes, tooLarge, count }: Limits,
  stop: AbortSignal,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  let bytes = 0;
  const file = await open(path, 'a', 0o600);
  const disconnect = () => body.destroy(new Error('The sender disconnected.'));
  const silence = setTimeout(disconnect, MAX_PAUSE_MS);
  stop.addEventListener('abort', disconnect);
  if (stop.aborted) disconnect();
  try {
    // A refusal in the middle of an upload still needs its response, so the request stays open.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      silence.refresh();
      bytes += chunk.length;
      count(chunk.length);
      onChunk(chunk);
      if (bytes > maxBytes) throw tooLarge();
      await file.appendFile(chunk);
    }
  } catch (error) {
    throw body.destroyed && !(error instanceof AppError) ? new BrokenOff() : error;
  } finally {
    clearTimeout(silence);
    stop.removeEventListener('abort', disconnect);
    await file.close();
  }
}
