import type { Models } from '#contract/models.ts';
import type { Config } from '#core/config/config.ts';
import { AppError } from '#core/lib/errors.ts';
import { installedModel } from '#core/models/installed.ts';
import { EXTRA_MODELS, MODEL_IDS, MODEL_SETS, type ModelId } from '#core/models/manifest.ts';
import { readModels } from '#core/models/own-manifest.ts';
import type { ModelDownloads } from './model-downloads.ts';

/** In production, only the operator downloads models: the page only shows which are installed. */
const isOffered = ({ mode, models }: Config) => mode === 'local' && models.mode !== 'off';

/** Returns the models of this machine, as the page shows them. */
export async function viewModels(config: Config, downloads: ModelDownloads): Promise<Models> {
  const models = await readModels(config.modelsDir);
  const listed = await Promise.all(
    MODEL_IDS.map(async (id) => {
      const { title, engine, files, licence } = models[id];
      return {
        id,
        title,
        engine,
        licence,
        installed: (await installedModel(config.modelsDir, id)) !== null,
        bytes: files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        pinned: files.every(({ sha256 }) => sha256 !== null),
      };
    }),
  );
  return {
    offered: isOffered(config),
    models: listed,
    sets: config.models.languages.map((language) => ({ language, models: [...MODEL_SETS[language]] })),
    extras: [...EXTRA_MODELS],
    download: await downloads.read(),
  };
}

/** @throws AppError `forbidden` if only the operator may install models */
export function refuseNotOffered(config: Config): void {
  if (isOffered(config)) return;
  throw new AppError(
    'forbidden',
    'Models of this installation are downloaded by its operator: npm run models -- get.',
  );
}

/** @throws AppError `unprocessable` for an unknown model, or a licence that was not accepted */
export async function checkRequested(
  { modelsDir }: Config,
  ids: readonly string[],
  accept: boolean,
): Promise<ModelId[]> {
  const models = await readModels(modelsDir);
  const requested = ids.map((id) => {
    if (Object.hasOwn(models, id)) return id as ModelId;
    throw new AppError('unprocessable', `There is no model ${id}.`);
  });
  const strict = requested.find((id) => models[id].licence.accept);
  if (strict && !accept) {
    throw new AppError('unprocessable', `Please accept the licence of ${models[strict].title} first.`);
  }
  return requested;
}
