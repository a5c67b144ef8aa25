import { mkdir, rm } from 'node:fs/promises';
import { type Bus, openBus } from './bus/bus.ts';
import type { Config } from './config/config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrateToLatest } from './db/migrate.ts';
import { createUserTurns, type UserTurns } from './lib/user-turns.ts';
import { createFairPool, type FairPool } from './lib/fair-pool.ts';
import type { Ffmpeg } from './ffmpeg/run.ts';
import type { Logger } from './lib/logger.ts';
import { createRunMailer } from './mail/mail.ts';
import { type MediaSources, openFfmpeg, openMediaSources } from './media-sources/registry.ts';
import { openQueues, type Queues } from './queue/queues.ts';
import { openRedis, type RedisClient, redisReady, refuseEviction } from './queue/redis.ts';
import { createShares } from './queue/shares.ts';
import { createRunEngine, type RunEngine } from './runs/engine.ts';
import { type ArtifactStore, createArtifactStore } from './storage/artifact-store.ts';
import { type Disk, openDisk } from './files/disk.ts';
import { closeDataFolder, createPrivately } from './files/private-files.ts';
import { keepTempDir, openTempDir } from './files/temp.ts';
import type { Storage } from './storage/storage.ts';
import { openStorage } from './storage/open-storage.ts';
import { openTracing } from './tracing/open-tracing.ts';
import type { Tracing } from './tracing/tracing.ts';
import { type Channels, openChannels } from './youtube/channels.ts';

/** The resources that the server and the worker share. */
export interface Backend {
  config: Config;
  log: Logger;
  db: Database;
  redis: RedisClient;
  queues: Queues;
  bus: Bus;
  engine: RunEngine;
  storage: Storage;
  disk: Disk;
  artifacts: ArtifactStore;
  sources: MediaSources;
  /** Users' channels on YouTube. */
  channels: Channels;
  ffmpeg: Ffmpeg;
  /** Limits the work that pages wait for: ffmpeg's work, and requests to other sites. */
  pools: Record<'media' | 'probes' | 'sounds' | 'sites' | 'downloads', FairPool>;
  /** Limits the changes of one user that wait for the lock of a project or the account. */
  editTurns: UserTurns;
  /** Traces of runs, for the operator. */
  tracing: Tracing;
  /** This process's temporary folder, removed when it ends. */
  tempDir: string;
  close(): Promise<void>;
}

/** A transaction only ever waits for Postgres, so it is never idle for long. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Connects to Postgres and Redis and migrates the database.
 * @throws Error when Redis evicts or the data is of a newer version.
 */
export async function openBackend(config: Config, log: Logger): Promise<Backend> {
  createPrivately();
  await mkdir(config.dataDir, { recursive: true });
  await closeDataFolder(config.dataDir);
  const onError = (error: Error) => log.warn({ err: error.message }, 'postgres');
  const db = openDatabase(config.databaseUrl, onError, { idleInTransactionMs: IDLE_IN_TRANSACTION_MS });
  await migrateToLatest(db);
  const redis = openRedis(config.redis, log);
  await redisReady(redis);
  await refuseEviction(redis);
  const queues = openQueues(redis, config.redisPrefix);
  const bus = openBus(redis, config.redisPrefix, log);
  const tempDir = await openTempDir(config.tempDir);
  const letTempDirGo = keepTempDir(tempDir, log);
  const storage = await openStorage(config);
  const ffmpeg = openFfmpeg(config, log);
  const tracing = await openTracing(config, log);
  return {
    config,
    log,
    db,
    redis,
    queues,
    bus,
    engine: createRunEngine({
      db,
      queues,
      bus,
      log,
      runsPerUser: config.runsPerUser,
      readShares: createShares(redis, config.redisPrefix, config.worker),
      caps: config.caps,
      lockMs: config.worker.lockMs,
      storeMail: createRunMailer({ config, redis }),
      recordEnd: tracing.recordRun,
    }),
    storage,
    disk: openDisk(config),
    artifacts: createArtifactStore(db, storage, tempDir, config.caps),
    sources: openMediaSources(config, ffmpeg, log),
    channels: openChannels(config.channel, config.secret, db),
    ffmpeg,
    pools: {
      media: createFairPool(config.pools.media),
      probes: createFairPool(config.pools.probes),
      sounds: createFairPool(config.pools.sounds),
      sites: createFairPool(config.pools.sites),
      downloads: createFairPool(config.pools.downloads),
    },
    editTurns: createUserTurns(),
    tracing,
    tempDir,
    async close() {
      await queues.close();
      await tracing.close();
      redis.disconnect();
      letTempDirGo();
      await rm(tempDir, { recursive: true, force: true });
      await storage.close();
      await db.destroy();
    },
  };
}
