import type { Config } from '#core/config/config.ts';
import type { Logger } from '#core/logger.ts';
import { installedModels } from '#core/models/installed.ts';
import { type Engines, openEngines } from './engines.ts';

export interface LiveEngines {
  /** For the next step; one under way keeps its own. */
  now(): Engines;
  /** Opens the engines again if the models on the disk changed, and checks faulty servers otherwise. */
  refresh(): Promise<void>;
}

/** The engines of a worker, which takes models into use that are installed while it runs. */
export async function openLiveEngines(config: Config, log: Logger): Promise<LiveEngines> {
  const readModels = async () => JSON.stringify(await installedModels(config.modelsDir));
  let models = await readModels();
  let engines = await openEngines(config);
  return {
    now: () => engines,
    async refresh() {
      const found = await readModels();
      if (found === models) return engines.recheck();
      engines = await openEngines(config);
      models = found;
      log.info({ models: JSON.parse(found) }, 'models changed');
    },
  };
}
