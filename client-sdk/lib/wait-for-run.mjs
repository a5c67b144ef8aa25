// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { CutroomError, RunError } from './errors.mjs';
import { pauseOf } from './retries.mjs';

/** @typedef {import('../index.mjs').Run} Run */

/**
 * Waits for the end of a run and returns it. Failures to read the run are tolerated for a while, since the
 * server may be restarted meanwhile.
 * @param {() => Promise<Run>} read
 * @param {import('../index.mjs').WaitOptions} options
 * @throws {RunError} if the run failed or was cancelled
 */
export async function waitForRun(
  read,
  { onProgress, signal, intervalMs = 1_000, patienceMs = 120_000 } = {},
) {
  let version = -1;
  let failures = 0;
  let lastReadAt = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    try {
      const run = await read();
      if (run.version > version) onProgress?.(run);
      version = Math.max(version, run.version);
      if (run.status === 'completed') return run;
      if (run.finishedAt !== null) throw new RunError(run);
      failures = 0;
      lastReadAt = Date.now();
    } catch (error) {
      const isTransient = error instanceof CutroomError && error.isTransient;
      if (!isTransient || Date.now() - lastReadAt > patienceMs) throw error;
      failures += 1;
    }
    await wait(failures > 0 ? pauseOf(failures) : intervalMs, undefined, { signal });
  }
}
