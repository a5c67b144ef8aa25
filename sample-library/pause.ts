/** Pauses the drawing while the product works. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pausePrograms, resumePrograms } from './ffmpeg.ts';

const EVERY_MS = 1_000;
/** A process of the product that works touches its folder more often than this, in ms. */
const WORKING_MS = 15_000;

/**
 * Pauses all programs while a folder inside this one was touched within the last seconds, until the returned function
 * is called. An idle priority alone is not enough: containers share the processor whatever the priorities inside them.
 * @param onPaused called every second of a pause
 */
export function pauseWhileWorking(folder: string, onPaused: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  async function check(): Promise<void> {
    const working = await isAnyWorking(folder);
    if (stopped) return;
    if (working) {
      pausePrograms();
      await onPaused();
    } else {
      resumePrograms();
    }
  }
  async function turn(): Promise<void> {
    await check().catch(() => resumePrograms());
    if (!stopped) timer = setTimeout(() => void turn(), EVERY_MS);
  }
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
    resumePrograms();
  };
}

async function isAnyWorking(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const touched = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return touched.some((ms) => Date.now() - ms < WORKING_MS);
}
