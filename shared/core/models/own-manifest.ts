import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MODELS, type ModelId } from './manifest.ts';
import { type Model, modelSchema } from './model.ts';

const ownSchema = z.partialRecord(z.enum(Object.keys(MODELS) as [ModelId, ...ModelId[]]), modelSchema);

/**
 * The models of an installation: those of this version, with the entries of `manifest.json` in the folder of models in
 * the place of the same ids, such as an operator's own weights, or pins of files that this version does not pin.
 * @throws Error in one sentence if that file is wrong
 */
export async function readModels(modelsDir: string): Promise<Record<ModelId, Model>> {
  const path = join(modelsDir, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return MODELS;
  let own: unknown;
  try {
    own = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON.`);
  }
  const parsed = ownSchema.safeParse(own);
  if (!parsed.success) {
    const { path: at, message } = parsed.error.issues[0]!;
    throw new Error(`${path} is wrong at ${at.join('.') || 'its top'}: ${message}.`);
  }
  return { ...MODELS, ...parsed.data };
}
