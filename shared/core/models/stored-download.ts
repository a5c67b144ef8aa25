import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MODEL_IDS } from './manifest.ts';

const downloadSchema = z.object({
  models: z.array(z.enum(MODEL_IDS)).min(1),
  state: z.enum(['downloading', 'paused', 'failed']),
  message: z.string().nullable(),
});
/** The download that an installation requested. */
export type StoredDownload = z.output<typeof downloadSchema>;

const pathOf = (modelsDir: string) => join(modelsDir, 'download.json');

export async function readDownload(modelsDir: string): Promise<StoredDownload | null> {
  try {
    return downloadSchema.parse(JSON.parse(await readFile(pathOf(modelsDir), 'utf8')));
  } catch {
    return null;
  }
}

/** @throws Error of the disk */
export async function writeDownload(modelsDir: string, download: StoredDownload | null): Promise<void> {
  const path = pathOf(modelsDir);
  if (!download) return rm(path, { force: true });
  const draft = `${path}.${randomUUID()}`;
  await mkdir(modelsDir, { recursive: true });
  await writeFile(draft, JSON.stringify(download));
  await rename(draft, path);
}
