import { downloadSize } from '#text/messages/download-size.ts';
import { getModels, sizeOf } from '#core/models/get-models.ts';
import { installedModel } from '#core/models/installed.ts';
import type { ModelId } from '#core/models/manifest.ts';
import { ModelError } from '#core/models/model-error.ts';
import { readModels } from '#core/models/own-manifest.ts';
import { createPace } from '#core/models/pace.ts';
import { durationText } from '../lib/format.ts';
import type { Command } from '../lib/command.ts';
import type { ModelsContext } from './context.ts';
import { modelsNamed } from './wanted.ts';

/** How often progress is printed, in ms: to a terminal, and to a log. */
const TERMINAL_MS = 250;
const LOG_MS = 10_000;

export const get: Command<ModelsContext> = {
  usage: '[LANGUAGE|MODEL...] [--accept]',
  summary: 'downloads missing models; --accept accepts licences that restrict their use',
  options: { accept: { type: 'boolean' } },
  async run({ config, print, draw, signal }, values, names) {
    const { modelsDir, minFreeBytes } = config;
    const models = await readModels(modelsDir);
    const missing: ModelId[] = [];
    for (const id of modelsNamed(config, names)) if (!(await installedModel(modelsDir, id))) missing.push(id);
    if (missing.length === 0) {
      print('These models are already installed.');
      return 0;
    }
    for (const id of missing) {
      const { title, licence } = models[id];
      const { missing: bytes } = await sizeOf(modelsDir, id, models[id]);
      print(`${id}: ${title}, ${downloadSize(bytes)}, ${licence.name} ${licence.url}`);
    }
    const strict = missing.filter((id) => models[id].licence.accept);
    if (strict.length > 0 && values['accept'] !== true) {
      throw new ModelError(
        `Please read the licence of ${strict.join(' and ')}, and accept it with --accept.`,
      );
    }
    const pace = createPace();
    let reportedAt = -Infinity;
    await getModels(missing, {
      modelsDir,
      minFreeBytes,
      mirror: config.models.mirror,
      signal,
      onWait: (id) => print(`${id}: another process is downloading it; waiting for that.`),
      onProgress({ id, receivedBytes, totalBytes }) {
        const { bytesPerSecond, secondsLeft } = pace(receivedBytes, totalBytes);
        if (performance.now() - reportedAt < (draw ? TERMINAL_MS : LOG_MS)) return;
        reportedAt = performance.now();
        const rate = bytesPerSecond === null ? '' : `, ${downloadSize(bytesPerSecond)}/s`;
        const remaining = secondsLeft === null ? '' : `, ${durationText(secondsLeft)} left`;
        (draw ?? print)(
          `${id}: ${downloadSize(receivedBytes)} of ${downloadSize(totalBytes)}${rate}${remaining}`,
        );
      },
    });
    draw?.('');
    print(`Installed in ${modelsDir}: ${missing.join(', ')}. Workers start using them by themselves.`);
    return 0;
  },
};
