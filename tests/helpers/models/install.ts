import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODELS, type ModelId } from '#core/models/manifest.ts';

/**
 * Installs a fake model in place of a real one, in a folder of models whose manifest lists it.
 * @param write writes the model's files into its folder
 */
export async function installMade(
  modelsDir: string,
  id: ModelId,
  write: (dir: string) => Promise<void>,
): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  await write(join(modelsDir, id));
  const path = join(modelsDir, 'manifest.json');
  const own = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as object;
  const files = MODELS[id].files.map((file) => ({ ...file, bytes: null, sha256: null }));
  await writeFile(path, JSON.stringify({ ...own, [id]: { ...MODELS[id], files } }));
}
