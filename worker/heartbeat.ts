import { writeFile } from 'node:fs/promises';
import type { Logger } from '#core/lib/logger.ts';
import { repeat } from '#core/lib/repeat.ts';

const BEAT_MS = 10_000;

/**
 * Touches the file every 10 s for as long as Redis answers this worker, so that a health check of a container
 * can read the file's age. Does nothing without a file.
 * @returns a function that stops it
 */
export function startHeartbeat(
  file: string | undefined,
  redis: { ping(): Promise<unknown> },
  log: Logger,
  everyMs = BEAT_MS,
): () => void {
  if (file === undefined) return () => {};
  const beat = async () => {
    await redis.ping();
    await writeFile(file, '');
  };
  return repeat('heartbeat', beat, everyMs, log, 0);
}
