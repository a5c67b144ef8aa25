import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadSize } from '#text/messages/download-size.ts';
import { LANGUAGES } from '#contract/primitives.ts';
import { sizeOf } from '#core/models/get-models.ts';
import { installedModel, readRecord } from '#core/models/installed.ts';
import { MODEL_IDS, MODEL_SETS, type ModelId } from '#core/models/manifest.ts';
import { readModels } from '#core/models/own-manifest.ts';
import { hashFile } from '#core/files/hash-file.ts';
import { tableLines } from '../lib/format.ts';
import type { Command } from '../lib/command.ts';
import type { ModelsContext } from './context.ts';
import { modelsNamed } from './wanted.ts';

export const list: Command<ModelsContext> = {
  usage: '[--json]',
  summary: 'lists the models, their sizes and licences; --json prints them in the format of manifest.json',
  options: { json: { type: 'boolean' } },
  async run({ config: { modelsDir }, print }, values) {
    const models = await readModels(modelsDir);
    if (values['json'] === true) {
      print(JSON.stringify(models, null, 2));
      return 0;
    }
    const rows = await Promise.all(
      MODEL_IDS.map(async (id) => {
        const { all } = await sizeOf(modelsDir, id, models[id]);
        const there = (await installedModel(modelsDir, id)) ? 'yes' : 'no';
        const { languages, licence, title } = models[id];
        return [id, languages.join(','), downloadSize(all), there, licence.name, title];
      }),
    );
    for (const line of tableLines(['MODEL', 'LANGUAGES', 'SIZE', 'INSTALLED', 'LICENCE', ''], rows))
      print(line);
    for (const { code, name } of LANGUAGES) {
      const sizes = await Promise.all(
        MODEL_SETS[code].map((id: ModelId) => sizeOf(modelsDir, id, models[id])),
      );
      const sum = (of: 'all' | 'missing') => downloadSize(sizes.reduce((total, size) => total + size[of], 0));
      print(
        `${name} (${code}): ${MODEL_SETS[code].join(', ')}: ${sum('all')}, of which ${sum('missing')} are missing`,
      );
    }
    return 0;
  },
};

export const verify: Command<ModelsContext> = {
  usage: '[LANGUAGE|MODEL...]',
  summary: 'hashes the files of installed models again, and prints those that the manifest does not pin yet',
  async run({ config, print }, _values, names) {
    const { modelsDir } = config;
    const models = await readModels(modelsDir);
    let wrong = 0;
    let looked = 0;
    for (const id of names.length > 0 ? modelsNamed(config, names) : MODEL_IDS) {
      const whole = await installedModel(modelsDir, id);
      const record = await readRecord(modelsDir, id);
      if (!whole && !record) {
        if (names.length > 0) print(`${id}: not installed`);
        if (names.length > 0) wrong += 1;
        continue;
      }
      looked += 1;
      const damaged: string[] = [];
      for (const { path, bytes, sha256 } of models[id].files.flatMap(
        (file) => record?.files[file.path]?.kept ?? [],
      )) {
        const at = join(modelsDir, id, path);
        const stats = await stat(at).catch(() => null);
        if (stats?.size !== bytes || (await hashFile(at)) !== sha256) damaged.push(path);
      }
      const isWrong = !whole || damaged.length > 0;
      if (isWrong) wrong += 1;
      print(
        `${id}: ${isWrong ? `damaged or incomplete${damaged.map((path) => `, ${path}`).join('')}` : 'whole'}`,
      );
      for (const file of models[id].files) {
        const recorded = record?.files[file.path];
        if (file.sha256 !== null || !recorded || isWrong) continue;
        print(`  not pinned, as downloaded: ['${file.path}', ${recorded.bytes}, '${recorded.sha256}'],`);
      }
    }
    if (looked === 0 && wrong === 0) print('No model is installed.');
    return wrong > 0 ? 1 : 0;
  },
};
