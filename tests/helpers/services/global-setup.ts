import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#core/db/database.ts';
import { migrateToLatest } from '#core/db/migrate.ts';
import { ensureClientBuild } from '../../../bin/lib/client-build.mjs';
import { buildNode } from '../../../bin/lib/node-build.mjs';
import { makeTempFolder, removeFolder, startPrivatePostgres, startPrivateRedis } from './private-services.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
    /** A database with the schema and no rows, to be copied while it has no connections. */
    migratedDatabase: string;
    /** The folder of media that were made in this run; see media/make-once.ts. */
    madeFolder: string;
  }
}

const WITHOUT_SERVICES = new Set(['unit', 'components', 'components (chromium)']);

/** Starts one PostgreSQL and one Redis for the whole run, unless its tests need neither. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => WITHOUT_SERVICES.has(name))) return undefined;
  const folder = makeTempFolder();
  // Tests start the current sources and open the current page.
  await Promise.all([
    buildNode(),
    ensureClientBuild({ logFile: join(folder, 'vite.log'), print: (line) => console.log(line) }),
  ]);
  const madeFolder = join(folder, 'made');
  mkdirSync(madeFolder);
  project.provide('madeFolder', madeFolder);
  const [postgres, redis] = await Promise.all([startPrivatePostgres(folder), startPrivateRedis(folder)]);
  project.provide('migratedDatabase', await makeMigrated(postgres.url));
  project.provide('postgresUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  return async () => {
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(folder);
  };
}

/** Creates a database of this version's schema. Returns its name. */
async function makeMigrated(postgresUrl: string): Promise<string> {
  const name = 'migrated';
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, () => {});
  await migrateToLatest(db);
  await db.destroy();
  return name;
}
