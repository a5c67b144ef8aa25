import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnv } from '../../bin/lib/env.mjs';
import { findRunning } from '../../bin/lib/instance-lock.mjs';
import { ROOT } from '../../bin/lib/paths.mjs';
import { loadSecrets } from '../../bin/lib/secrets.mjs';
import { UsageError } from './command.ts';

/**
 * Returns the installation's variables: those of the process and of .env, and otherwise those of the
 * processes that `npm start` runs on the data folder.
 * @throws UsageError if nothing runs there
 */
export function findEnvironment(
  processEnv: NodeJS.ProcessEnv,
  envFile = join(ROOT, '.env'),
): Record<string, string | undefined> {
  const env = loadEnv(envFile, processEnv);
  const dataDir = resolve(ROOT, env['DATA_DIR'] || '.cutroom');
  const own = {
    ...env,
    DATA_DIR: dataDir,
    SECRET:
      env['SECRET'] || (existsSync(join(dataDir, 'secrets.json')) ? loadSecrets(dataDir).secret : undefined),
  };
  if (env['DATABASE_URL'] && env['REDIS_URL']) return own;
  const stores = findRunning(dataDir)?.stores;
  if (!stores) {
    throw new UsageError(
      `Cutroom is not running on ${dataDir}: run npm start first, or set DATABASE_URL and REDIS_URL (and DATA_DIR).`,
    );
  }
  return { ...own, ...stores };
}
