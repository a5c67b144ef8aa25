import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Its maker writes this file last, and puts what it works on into folders of this name. */
const COMPLETE = '.complete';
const WORK = /^\.making-/;
/** A maker that did nothing for so long is gone, in ms. */
const MAKER_GONE_MS = 180_000;

/** How many sample videos there are while more are on their way; null when none are. */
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
