import type { TestProject } from 'vitest/node';
import { buildNode } from '../../bin/lib/node-build.mjs';
import { makeTempFolder, removeFolder, startPrivatePostgres, startPrivateRedis } from './private-services.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
  }
}

/** One PostgreSQL and one Redis for the whole run, unless it is unit tests alone. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined;
  // What tests start is what is there now.
  await buildNode();
  const folder = makeTempFolder();
  const [postgres, redis] = await Promise.all([startPrivatePostgres(folder), startPrivateRedis(folder)]);
  project.provide('postgresUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  return async () => {
    await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
    removeFolder(folder);
  };
}
