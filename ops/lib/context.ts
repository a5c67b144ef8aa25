import { Redis } from 'ioredis';
import type { Config } from '#node/config/config.ts';
import { type Database, openDatabase } from '#node/db/database.ts';
import type { Logger } from '#node/logger.ts';
import { openPlatform, type Platform } from '#node/platform.ts';
import type { Context } from './command.ts';

/** Opens stores when they are asked for, each once. */
export function createContext(
  config: Config,
  log: Logger,
  print: (line: string) => void,
): Context & { close(): Promise<void> } {
  let db: Database | undefined;
  let redis: Redis | undefined;
  let platform: Platform | undefined;
  return {
    config,
    print,
    db: () =>
      (db ??= openDatabase(config.databaseUrl, (error) => log.warn({ err: error.message }, 'postgres'))),
    async redis() {
      if (redis) return redis;
      // Unlike a server, whoever typed a command does not wait for Redis to come back.
      redis = new Redis(config.redisUrl, {
        lazyConnect: true,
        maxRetriesPerRequest: null,
        retryStrategy: () => null,
      });
      redis.on('error', () => {});
      await redis.connect().catch((error: Error) => {
        throw new Error(`Redis does not answer: ${error.message}`, { cause: error });
      });
      return redis;
    },
    platform: async () => (platform ??= await openPlatform(config, log)),
    async close() {
      redis?.disconnect();
      await platform?.close();
      await db?.destroy();
    },
  };
}
