import type { Config } from '#core/config/config.ts';
import { type Database, openDatabase } from '#core/db/database.ts';
import type { Logger } from '#core/lib/logger.ts';
import { openBackend, type Backend } from '#core/backend.ts';
import { connectOnce, type RedisClient } from '#core/queue/redis.ts';
import { createPrivately } from '#core/files/private-files.ts';
import { openObjects } from '#core/storage/open-storage.ts';
import type { ObjectStore } from '#core/storage/storage.ts';
import type { Context } from './command.ts';

/** Creates a context that opens each store once, on demand. */
export function createContext(
  config: Config,
  log: Logger,
  print: (line: string) => void,
): Context & { close(): Promise<void> } {
  createPrivately();
  let db: Database | undefined;
  let redis: RedisClient | undefined;
  let backend: Backend | undefined;
  let objects: ObjectStore | undefined;
  return {
    config,
    print,
    db: () =>
      (db ??= openDatabase(config.databaseUrl, (error) => log.warn({ err: error.message }, 'postgres'))),
    // Unlike a server, a command does not wait for Redis to come back.
    redis: async () => (redis ??= await connectOnce(config.redis)),
    objects: async () => (objects ??= await openObjects(config)),
    backend: async () => (backend ??= await openBackend(config, log)),
    async close() {
      redis?.disconnect();
      await backend?.close();
      await db?.destroy();
    },
  };
}
