import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { inject } from 'vitest';

/**
 * Makes a file once in a run, whatever test asks for it: it is kept by its recipe, which is all that it depends on.
 * @param path where its copy goes
 * @param make makes the file at the path that it is given
 */
export async function makeOnce(
  recipe: unknown,
  path: string,
  make: (path: string) => Promise<void>,
): Promise<void> {
  const folder = inject('madeFolder');
  const name = createHash('sha256').update(JSON.stringify(recipe)).digest('hex');
  const kept = join(folder, name + extname(path));
  if (!existsSync(kept)) {
    // Several may find that it is missing.
    const making = join(folder, randomUUID() + extname(path));
    await make(making);
    await rename(making, kept);
  }
  await copyFile(kept, path);
}
