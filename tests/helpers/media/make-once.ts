import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { inject } from 'vitest';

/**
 * Makes a file once per run, whatever test requests it. It is cached by its recipe, on which alone it
 * depends.
 * @param path where its copy is written
 * @param make makes the file at the path that it receives
 */
export async function makeOnce(
  recipe: unknown,
  path: string,
  make: (path: string) => Promise<void>,
): Promise<void> {
  const folder = inject('madeFolder');
  const name = createHash('sha256').update(JSON.stringify(recipe)).digest('hex');
  const cachedPath = join(folder, name + extname(path));
  if (!existsSync(cachedPath)) {
    // Several tests may find it missing at the same time.
    const making = join(folder, randomUUID() + extname(path));
    await make(making);
    await rename(making, cachedPath);
  }
  await copyFile(cachedPath, path);
}
