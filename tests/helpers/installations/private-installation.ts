import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode } from '../../../bin/lib/node-build.mjs';
import { openInstallation } from '../processes/installation.ts';
import { makeTempFolder, startPrivatePostgres, startPrivateRedis } from '../services/private-services.ts';

/** An installation in its own folder, with its own database and Redis, for tests that would break others. */
export async function openPrivateInstallation(settings: Record<string, string> = {}) {
  const home = makeTempFolder();
  const [dataDir, library] = [join(home, 'data'), join(home, 'library')];
  for (const folder of [dataDir, library]) mkdirSync(folder);
  const [postgres, redis] = await Promise.all([
    startPrivatePostgres(home),
    startPrivateRedis(home),
    buildNode(),
  ]);
  const installation = await openInstallation({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET: 'a-secret-of-thirty-two-letters-or-more',
    DATA_DIR: dataDir,
    LIBRARY_DIR: library,
    ...settings,
  });
  return { home, dataDir, library, postgres, redis, installation };
}
