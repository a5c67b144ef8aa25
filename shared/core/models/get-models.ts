import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createGuard, type Guard } from '../guard/guard.ts';
import { sizeText } from '#text/messages/size-text.ts';
import { download, type Downloaded, type DownloadOptions, dropPart } from './download.ts';
import { lockModels, type ModelsLock } from './lock-models.ts';
import { installedModel, isFileWhole, type VerifiedFile, readRecord, writeRecord } from './installed.ts';
import { type ModelId, MODELS } from './manifest.ts';
import { downloadName, type Model, type ModelFile } from './model.ts';
import { ModelError } from './model-error.ts';
import { readModels } from './own-manifest.ts';
import { gunzipFile, untarFile } from './unpack.ts';

export interface GetOptions {
  modelsDir: string;
  /** A server that is tried before the files' own sources. */
  mirror?: string | undefined;
  /** The number of bytes that must stay free. */
  minFreeBytes: number;
  signal: AbortSignal;
  onProgress(progress: GetProgress): void;
  /** Called when another process is already downloading a model, before waiting for it. */
  onWait?: (id: ModelId) => void;
  /** Returns the free bytes of a folder's disk. */
  freeBytes?: (dir: string) => Promise<number>;
  /** The interval at which a model that another process downloads is checked, in ms. */
  lookMs?: number;
  tuning?: Pick<DownloadOptions, 'minRate' | 'pause' | 'idleMs'>;
}

export interface GetProgress {
  id: ModelId;
  /** The bytes of all downloads that have arrived, and their total as far as it is known. */
  receivedBytes: number;
  totalBytes: number;
}

const LOOK_MS = 500;

/**
 * Downloads, verifies and unpacks the missing ones of these models, one after another. It waits for models
 * that another process downloads. Received bytes are retained when this is aborted or the process is killed,
 * and resumed later.
 * @throws ModelError in one sentence; the signal's reason if aborted
 */
export async function getModels(ids: readonly ModelId[], options: GetOptions): Promise<void> {
  const models = await readModels(options.modelsDir);
  const guard = guardOf(models, options.mirror);
  // Files that were copied there by hand are recorded, not downloaded.
  for (const id of ids) await installedModel(options.modelsDir, id);
  const sizes = await Promise.all(ids.map((id) => sizeOf(options.modelsDir, id, models[id])));
  const totals = totalsOf(sizes);
  await mkdir(options.modelsDir, { recursive: true });
  const missing = sizes.reduce((sum, { missing: bytes }) => sum + bytes, 0);
  await refuseFull(missing, 'these models', options);
  for (const [at, id] of ids.entries()) {
    const dir = join(options.modelsDir, id);
    const lock = await waitForLock(dir, id, models[id], { ...options, totals });
    try {
      await getModel(guard, { id, model: models[id], lock }, { ...options, totals });
    } finally {
      lock.release();
    }
    // Sizes that were not pinned, or bytes that another process downloaded.
    sizes[at] = await sizeOf(options.modelsDir, id, models[id]);
    Object.assign(totals, totalsOf(sizes));
    options.onProgress({ id, ...totals });
  }
}

const totalsOf = (sizes: { there: number; all: number }[]) => ({
  receivedBytes: sizes.reduce((sum, { there }) => sum + there, 0),
  totalBytes: sizes.reduce((sum, { all }) => sum + all, 0),
});

interface Totals {
  totals: { receivedBytes: number; totalBytes: number };
}

/**
 * Returns the guard for downloads: the operator's own servers as configured, all others only on the public
 * internet.
 */
export function guardOf(models: Record<ModelId, Model>, mirror: string | undefined): Guard {
  const own = (Object.keys(models) as ModelId[]).filter((id) => models[id] !== MODELS[id]);
  const named = own.flatMap((id) => models[id].files.flatMap(({ sources }) => sources));
  const hosts = [...(mirror ? [mirror] : []), ...named].map((address) => {
    const { hostname, port, protocol } = new URL(address);
    return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  });
  return createGuard({ ports: [80, 443], hosts: [...new Set(hosts)], aliases: [] });
}

/**
 * Returns the bytes of downloads: complete files, partial files, missing bytes, and the total. Sizes that are
 * not pinned count once they are known.
 */
export async function sizeOf(modelsDir: string, id: ModelId, { files }: Model) {
  const record = await readRecord(modelsDir, id);
  let there = 0;
  let arrived = 0;
  let missing = 0;
  for (const file of files) {
    const recorded = record?.files[file.path];
    if (recorded && (await isFileWhole(modelsDir, id, file, record))) there += recorded.bytes;
    else {
      missing += file.bytes ?? 0;
      arrived += await arrivedOf(join(modelsDir, id), file);
    }
  }
  return { there, arrived, missing, all: there + missing };
}

async function waitForLock(
  dir: string,
  id: ModelId,
  model: Model,
  options: GetOptions & Totals,
): Promise<ModelsLock> {
  const { there: thereBefore } = await sizeOf(options.modelsDir, id, model);
  for (let isReported = false; ;) {
    options.signal.throwIfAborted();
    const lock = await lockModels(dir);
    if (lock) return lock;
    if (!isReported) options.onWait?.(id);
    isReported = true;
    const { there, arrived } = await sizeOf(options.modelsDir, id, model);
    const { receivedBytes, totalBytes } = options.totals;
    options.onProgress({ id, receivedBytes: receivedBytes - thereBefore + there + arrived, totalBytes });
    await wait(options.lookMs ?? LOOK_MS, undefined, { signal: options.signal });
  }
}

/** Returns the received bytes of an incomplete download. */
async function arrivedOf(dir: string, file: ModelFile): Promise<number> {
  const part = await stat(join(dir, `${downloadName(file)}.part`)).catch(() => null);
  return part?.size ?? 0;
}

async function getModel(
  guard: Guard,
  { id, model, lock }: { id: ModelId; model: Model; lock: ModelsLock },
  options: GetOptions & Totals,
): Promise<void> {
  const dir = join(options.modelsDir, id);
  const { totals } = options;
  for (const file of model.files) {
    const record = await readRecord(options.modelsDir, id);
    if (await isFileWhole(options.modelsDir, id, file, record)) continue;
    const name = downloadName(file);
    const part = join(dir, `${name}.part`);
    const mirrored = options.mirror ? [`${options.mirror}/${id}/${name}`] : [];
    const got = await download(guard, [...mirrored, ...file.sources], {
      ...options.tuning,
      part,
      bytes: file.bytes,
      sha256: file.sha256,
      name,
      signal: options.signal,
      refuseFull: (bytes) => refuseFull(bytes + (file.unpackedBytes ?? 0), name, options),
      onProgress: (bytes, total) =>
        options.onProgress({
          id,
          receivedBytes: totals.receivedBytes + bytes,
          totalBytes: totals.totalBytes + (file.bytes === null ? (total ?? bytes) : 0),
        }),
    });
    if (!lock.isHeld()) throw new ModelError(`Another process took over the download of ${name}.`);
    await storeDownload(part, file, got, { ...options, id });
    if (file.bytes === null) totals.totalBytes += got.bytes;
    totals.receivedBytes += got.bytes;
  }
}

/** Unpacks a verified download into its folder, and records it. */
export async function storeDownload(
  from: string,
  file: ModelFile,
  got: Downloaded,
  { modelsDir, id, signal }: { modelsDir: string; id: ModelId; signal: AbortSignal },
): Promise<void> {
  const dir = join(modelsDir, id);
  const files = await unpack(from, file, got, { dir, signal });
  await dropPart(from);
  const record = await readRecord(modelsDir, id);
  await writeRecord(modelsDir, id, { files: { ...record?.files, [file.path]: { ...got, kept: files } } });
}

async function unpack(
  from: string,
  { path, unpack: packed, unpackedBytes }: ModelFile,
  got: Downloaded,
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<VerifiedFile[]> {
  const most = unpackedBytes ?? Infinity;
  if (packed === 'gz') return gunzipFile({ from, dir, path, most, signal });
  if (packed === 'tar.bz2') return untarFile({ from, dir, path, most, signal });
  await rename(from, join(dir, path));
  return [{ ...got, path, mtimeMs: (await stat(join(dir, path))).mtimeMs }];
}

/** @throws ModelError if this many further bytes would leave too little free space */
async function refuseFull(bytes: number, name: string, options: GetOptions): Promise<void> {
  const free = await (options.freeBytes ?? readFreeBytes)(options.modelsDir);
  if (free - bytes >= options.minFreeBytes) return;
  throw new ModelError(
    `The disk of the models has no room for ${name}: it needs ${sizeText(bytes)} and must leave ${sizeText(options.minFreeBytes)} free, but only ${sizeText(free)} are free.`,
  );
}

async function readFreeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Removes a model and its partial downloads. @throws ModelError while a process downloads it */
export async function removeModel(modelsDir: string, id: ModelId): Promise<void> {
  const dir = join(modelsDir, id);
  const lock = await lockModels(dir);
  if (!lock) throw new ModelError(`${id} is being downloaded by another process.`);
  await rm(dir, { recursive: true, force: true });
  lock.release();
}

/** Removes the partial downloads of incomplete models. */
export async function dropParts(modelsDir: string, ids: readonly ModelId[]): Promise<void> {
  const models = await readModels(modelsDir);
  for (const id of ids) {
    const dir = join(modelsDir, id);
    const lock = existsSync(dir) ? await lockModels(dir) : null;
    for (const file of lock ? models[id].files : []) await dropPart(join(dir, `${downloadName(file)}.part`));
    lock?.release();
  }
}
