import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hashFile } from '../files/hash-file.ts';
import { MODEL_IDS, type ModelId } from './manifest.ts';
import type { Model, ModelFile } from './model.ts';
import { readModels } from './own-manifest.ts';

export interface InstalledModel {
  /** Its folder. */
  dir: string;
  /** A short hash of the SHA-256 of its files, for the version of the engine that loads it. */
  hash: string;
}

/** A file of the model's folder as it was when it was verified. */
const fileSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  mtimeMs: z.number(),
});
export type VerifiedFile = z.output<typeof fileSchema>;

/** What is recorded of an installed model, beside its files. */
const recordSchema = z.object({
  /** For each file of the manifest: the download, and the files that it was unpacked to. */
  files: z.record(
    z.string(),
    z.object({ bytes: z.number(), sha256: z.string(), kept: z.array(fileSchema).min(1) }),
  ),
});
export type ModelRecord = z.output<typeof recordSchema>;

const RECORD = 'installed.json';

/** Returns the path of an installed model's record. */
export const recordPath = (modelsDir: string, id: string) => join(modelsDir, id, RECORD);

/** Records of folders that this process cannot write to. */
const remembered = new Map<string, ModelRecord>();
/** The SHA-256 of files that do not match the manifest, so that they are hashed only once. */
const unwanted = new Map<string, string>();

/**
 * Returns a model whose files are all in `<modelsDir>/<id>/` and match the manifest; otherwise `null`. Files
 * that were copied there by hand are hashed at the first call. Later calls only compare their sizes and
 * times. It never uses the network.
 * @throws Error in one sentence if the folder's own `manifest.json` is invalid
 */
export async function installedModel(modelsDir: string, id: ModelId): Promise<InstalledModel | null> {
  const model = (await readModels(modelsDir))[id];
  const record = await readRecord(modelsDir, id);
  const verified = (await isWhole(modelsDir, id, model, record))
    ? record
    : await hashFiles(modelsDir, id, model);
  if (!verified) return null;
  return { dir: join(modelsDir, id), hash: hashOf(model, verified) };
}

/** Returns the hash of each installed model by its ID. */
export async function installedModels(modelsDir: string): Promise<Partial<Record<ModelId, string>>> {
  const hashes: Partial<Record<ModelId, string>> = {};
  for (const id of MODEL_IDS) {
    const installed = await installedModel(modelsDir, id);
    if (installed) hashes[id] = installed.hash;
  }
  return hashes;
}

function hashOf({ files }: Model, record: ModelRecord): string {
  const hash = createHash('sha256');
  for (const { path } of files) hash.update(`${path} ${record.files[path]!.sha256}\n`);
  return hash.digest('hex').slice(0, 12);
}

/** Reads the record of an installed model. */
export async function readRecord(modelsDir: string, id: string): Promise<ModelRecord | null> {
  const path = recordPath(modelsDir, id);
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return remembered.get(path) ?? null;
  }
}

/** Writes a record; only to memory if the folder is read-only. */
export async function writeRecord(modelsDir: string, id: string, record: ModelRecord): Promise<void> {
  const path = recordPath(modelsDir, id);
  const draft = `${path}.${randomUUID()}.part`;
  remembered.set(path, record);
  try {
    await mkdir(join(modelsDir, id), { recursive: true });
    await writeFile(draft, JSON.stringify(record));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}

/** Whether a download matches the manifest. */
export const matchesManifest = ({ bytes, sha256 }: ModelFile, got: { bytes: number; sha256: string }) =>
  (bytes === null || bytes === got.bytes) && (sha256 === null || sha256 === got.sha256);

async function isWhole(
  modelsDir: string,
  id: string,
  { files }: Model,
  record: ModelRecord | null,
): Promise<boolean> {
  if (!record) return false;
  for (const file of files) {
    if (!(await isFileWhole(modelsDir, id, file, record))) return false;
  }
  return true;
}

/** Whether a file is unchanged since it was verified, and still matches the manifest. */
export async function isFileWhole(
  modelsDir: string,
  id: string,
  file: ModelFile,
  record: ModelRecord | null,
): Promise<boolean> {
  const recorded = record?.files[file.path];
  if (!recorded || !matchesManifest(file, recorded)) return false;
  for (const { path, bytes, mtimeMs } of recorded.kept) {
    const now = await stat(join(modelsDir, id, path)).catch(() => null);
    if (!now?.isFile() || now.size !== bytes || now.mtimeMs !== mtimeMs) return false;
  }
  return true;
}

/** Hashes files that were copied there by hand. An unpacked file cannot be compared with its download. */
async function hashFiles(modelsDir: string, id: string, model: Model): Promise<ModelRecord | null> {
  const record = await readRecord(modelsDir, id);
  const files: ModelRecord['files'] = {};
  for (const file of model.files) {
    if (await isFileWhole(modelsDir, id, file, record)) {
      files[file.path] = record!.files[file.path]!;
      continue;
    }
    if (file.unpack) return null;
    const path = join(modelsDir, id, file.path);
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile() || (file.bytes !== null && stats.size !== file.bytes)) return null;
    const version = `${path} ${stats.size} ${stats.mtimeMs}`;
    const got = { bytes: stats.size, sha256: unwanted.get(version) ?? (await hashFile(path)) };
    if (!matchesManifest(file, got)) {
      unwanted.set(version, got.sha256);
      return null;
    }
    files[file.path] = { ...got, kept: [{ ...got, path: file.path, mtimeMs: stats.mtimeMs }] };
  }
  await writeRecord(modelsDir, id, { files });
  return { files };
}
