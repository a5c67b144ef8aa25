import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../../server/app.ts';
import type { BuiltClient } from '../../../server/plugins/client.ts';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend, type Backend } from '#core/backend.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { atEnd } from '../at-end.ts';
import { createDatabase, createRedis } from './database.ts';

/**
 * The environment variables of a test file's own installation. Its database, Redis and folder are removed
 * with the file.
 */
export async function testEnvironment(extra: Record<string, string> = {}): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cutroom-data-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  return {
    DATABASE_URL: extra['DATABASE_URL'] ?? (await createDatabase()),
    REDIS_URL: await createRedis(),
    REDIS_PREFIX: `test-${randomUUID()}`,
    SECRET: 'a-secret-of-thirty-two-letters-or-more',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    // Tests send more concurrent requests than people.
    LIMITS_FACTOR: '100',
    RUNS_PER_USER: '1000',
    // Concurrent tests must not slow this one's programs more than it slows theirs.
    FFMPEG_NICE: '0',
    // Tests do not use the internet.
    MODELS: 'off',
    // The machine's free space is not under test.
    MIN_FREE_BYTES: '0',
    ...extra,
  };
}

/** Creates a backend in this process that is closed after the file. */
export async function openTestBackend(extra: Record<string, string> = {}): Promise<Backend> {
  const config = parseConfig(await testEnvironment(extra));
  const backend = await openBackend(config, createLogger(config.logLevel, 'test'));
  atEnd(() => backend.close());
  return backend;
}

/**
 * Creates the API on a backend, without a port: call it by `app.inject`. `client` is the built page, if
 * needed.
 */
export async function openTestApp(backend: Backend, client?: BuiltClient) {
  const app = await buildApp(backend, client);
  await app.ready();
  atEnd(() => app.close());
  return app;
}

/** Creates videos that the API knows, without files. */
export async function createVideos({ db }: Pick<Backend, 'db'>, count: number): Promise<string[]> {
  const foundVideos = Array.from({ length: count }, (_, index) => ({
    sourceId: randomUUID(),
    title: `Video ${index + 1}`,
    description: null,
    thumbnail: null,
    url: null,
    durationMs: 30_000,
    views: 'Unknown',
    channel: 'Tests',
    license: null,
  }));
  return (await upsertVideos(db, 'library', foundVideos)).map((video) => video.id);
}
