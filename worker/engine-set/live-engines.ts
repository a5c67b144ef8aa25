import type { Config } from '#core/config/config.ts';
import type { Logger } from '#core/lib/logger.ts';
import { installedModels } from '#core/models/installed.ts';
import { type Engines, openEngines } from './engine-set.ts';

export interface LiveEngines {
  /** Returns the engines for the next step. A running step keeps its own. */
  now(): Engines;
  /** Opens the engines again if the models on the disk changed; otherwise checks faulty servers again. */
  refresh(): Promise<void>;
}

/** Opens the engines of a worker. Models that are installed while it runs come into use without a restart. */
export async function openLiveEngines(config: Config, log: Logger): Promise<LiveEngines> {
  const readModels = async () => JSON.stringify(await installedModels(config.modelsDir));
  let models = await readModels();
  let engines = await openEngines(config);
  return {
    now: () => engines,
    async refresh() {
      const currentModels = await readModels();
      if (currentModels === models) return engines.recheck();
      engines = await openEngines(config);
      models = currentModels;
      log.info({ models: JSON.parse(currentModels) }, 'models changed');
    },
  };
}
