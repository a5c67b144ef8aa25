import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MODELS, type ModelId } from './manifest.ts';
import { type Model, modelSchema } from './model.ts';

const ownSchema = z.partialRecord(z.enum(Object.keys(MODELS) as [ModelId, ...ModelId[]]), modelSchema);

/**
 * Reads the models of an installation: those of this version, overridden by the entries of `manifest.json` in
 * the folder of models. This lets an operator use their own weights, or pin files that this version does
 * not pin.
 * @throws Error in one sentence if that file is invalid
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
    throw new Error(`${path} is invalid at ${at.join('.') || 'its top level'}: ${message}.`);
  }
  return { ...MODELS, ...parsed.data };
}
