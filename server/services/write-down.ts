import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#node/errors.ts';

/** The longest pause of a sender before it counts as gone, in ms. */
const MAX_PAUSE_MS = 30_000;

/**
 * Writes what is sent into a new file, counting and hashing it.
 * @throws AppError bad_request when it does not arrive whole; what `tooLarge` gives when it is over `maxBytes`
 */
export async function writeDown(
  body: Readable,
  path: string,
  {
    maxBytes,
    tooLarge,
    count,
  }: { maxBytes: number; tooLarge: () => AppError; count: (bytes: number) => void },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const pause = setTimeout(() => body.destroy(new Error('The sender fell silent.')), MAX_PAUSE_MS);
  async function* counted() {
    // What is refused in the middle must still be answered, so the request stays open.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pause.refresh();
      bytes += chunk.length;
      count(chunk.length);
      if (bytes > maxBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (!body.destroyed || error instanceof AppError) throw error;
    throw new AppError('bad_request', 'The file did not arrive whole. Please send it again.');
  } finally {
    clearTimeout(pause);
  }
  return { bytes, sha256: hash.digest('hex') };
}
