import { copyFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dropPart } from '#core/models/download.ts';
import { lockModels } from '#core/models/lock-models.ts';
import { storeDownload, removeModel } from '#core/models/get-models.ts';
import { installedModel, isFileWhole, matchesManifest, readRecord } from '#core/models/installed.ts';
import { MODEL_IDS, type ModelId } from '#core/models/manifest.ts';
import { downloadName, type Model, type ModelFile } from '#core/models/model.ts';
import { ModelError } from '#core/models/model-error.ts';
import { readModels } from '#core/models/own-manifest.ts';
import { hashFile } from '#core/files/hash-file.ts';
import { type Command, UsageError } from '../lib/command.ts';
import type { ModelsContext } from './context.ts';
import { modelsNamed } from './wanted.ts';

export const importFolder: Command<ModelsContext> = {
  usage: 'FOLDER [LANGUAGE|MODEL...]',
  summary: 'installs models from downloads in a folder, FOLDER/FILE or FOLDER/MODEL/FILE',
  async run({ config, print, signal }, _values, [folder, ...names]) {
    if (folder === undefined) throw new UsageError('Specify the folder of the downloads.');
    if (!(await stat(folder).catch(() => null))?.isDirectory()) {
      throw new UsageError(`There is no folder ${resolve(folder)}.`);
    }
    const { modelsDir } = config;
    const models = await readModels(modelsDir);
    let imported = 0;
    let wrong = 0;
    for (const id of names.length > 0 ? modelsNamed(config, names) : MODEL_IDS) {
      if (await installedModel(modelsDir, id)) continue;
      const missing = await importModel(resolve(folder), id, models[id], { modelsDir, signal });
      if (missing.length === 0) {
        imported += 1;
        print(`${id}: installed`);
      } else if (names.length > 0 || missing.length < models[id].files.length) {
        wrong += 1;
        print(
          `${id}: ${resolve(folder)} does not contain ${missing.join(', ')}, or has different files by these names`,
        );
      }
    }
    if (imported === 0 && wrong === 0) print('That folder contains no download of a model.');
    return imported === 0 || wrong > 0 ? 1 : 0;
  },
};

/** @returns the names of downloads that are missing from the folder */
async function importModel(
  folder: string,
  id: ModelId,
  { files }: Model,
  options: { modelsDir: string; signal: AbortSignal },
): Promise<string[]> {
  const sources = new Map<ModelFile, { from: string; bytes: number; sha256: string }>();
  const record = await readRecord(options.modelsDir, id);
  const needed: ModelFile[] = [];
  for (const file of files) {
    if (!(await isFileWhole(options.modelsDir, id, file, record))) needed.push(file);
  }
  for (const file of needed) {
    const got = await findDownload(folder, id, file);
    if (got) sources.set(file, got);
  }
  const missing = needed.filter((file) => !sources.has(file)).map(downloadName);
  if (missing.length > 0) return missing;
  const dir = join(options.modelsDir, id);
  const lock = await lockModels(dir);
  if (!lock) throw new ModelError(`${id} is being downloaded by another process.`);
  try {
    for (const [file, { from, ...got }] of sources) {
      const part = join(dir, `${downloadName(file)}.part`);
      await dropPart(part);
      try {
        await copyFile(from, part);
        await storeDownload(part, file, got, { ...options, id });
      } finally {
        await rm(part, { force: true });
      }
    }
  } finally {
    lock.release();
  }
  return [];
}

/**
 * A file without a pinned hash is accepted only from its model's own folder: its name alone identifies too
 * little.
 */
async function findDownload(folder: string, id: ModelId, file: ModelFile) {
  const name = downloadName(file);
  for (const from of [join(folder, id, name), ...(file.sha256 === null ? [] : [join(folder, name)])]) {
    const stats = await stat(from).catch(() => null);
    if (!stats?.isFile() || (file.bytes !== null && stats.size !== file.bytes)) continue;
    const got = { bytes: stats.size, sha256: await hashFile(from) };
    if (matchesManifest(file, got)) return { from, ...got };
  }
  return null;
}

export const remove: Command<ModelsContext> = {
  usage: 'LANGUAGE|MODEL...',
  summary: 'removes models and incomplete downloads',
  async run({ config, print }, _values, names) {
    if (names.length === 0) throw new UsageError('Specify the languages or models to remove.');
    for (const id of modelsNamed(config, names)) {
      await removeModel(config.modelsDir, id);
      print(`${id}: removed`);
    }
    return 0;
  },
};
