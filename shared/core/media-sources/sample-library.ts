import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The generator writes this file last, and works in folders with this name. */
const COMPLETE = '.complete';
const WORK = /^\.making-/;
/** A generator that was idle for this long has died, in ms. */
const MAKER_GONE_MS = 180_000;

/** Returns the number of finished sample videos while more are being made; otherwise `null`. */
export async function samplesSoFar(folder: string | undefined): Promise<number | null> {
  if (!folder) return null;
  const names = await readdir(folder).catch(() => null);
  if (!names || names.includes(COMPLETE)) return null;
  const changed = await Promise.all(
    [folder, ...names.filter((name) => WORK.test(name)).map((name) => join(folder, name))].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  if (Date.now() - Math.max(...changed) > MAKER_GONE_MS) return null;
  return names.filter((name) => name.endsWith('.mp4')).length;
}
