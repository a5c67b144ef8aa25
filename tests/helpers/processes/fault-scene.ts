import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, vi } from 'vitest';
import { client, type Installation } from './installation.ts';
import { startStack } from './stack.ts';
import { addTinyVideo, generateFilm, processVideo } from './tiny-project.ts';
import { createUser } from '../data/user.ts';
import {
  makeTempFolder,
  removeFolder,
  startPrivatePostgres,
  startPrivateRedis,
} from '../services/private-services.ts';
import { PATIENT } from '../patient.ts';

/** The test file's own library folder. Await it at the top of the file. */
export async function makeLibrary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A user of an installation, who creates projects of new videos. */
export async function openScene(installation: Installation, library: string, credits = 3) {
  const { db } = installation;
  const user = await createUser(installation, { packs: [credits] });
  const call = client(installation, user.cookie);
  const statusOf = async (runId: string) =>
    (await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status;
  return {
    user,
    call,
    statusOf,
    /** Starts a project of a new video. The same key gives the same video. */
    async process(key: string = randomUUID()) {
      const name = `clip ${key.slice(0, 8)}`;
      if (!existsSync(join(library, `${name}.mp4`))) await addTinyVideo(library, name);
      return processVideo(call, name, key);
    },
    film: (projectId: string, key?: string) => generateFilm(call, projectId, key),
    /** Waits for a run's end, and returns the run. */
    async over(runId: string) {
      const working = ['queued', 'running'];
      const ended = async () => !working.includes(await statusOf(runId).catch(() => 'running'));
      await vi.waitUntil(ended, { ...PATIENT, interval: 100 });
      return db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
    },
    /** Waits until no run of a project is running, including the check of its film. */
    async allOver(projectId: string) {
      const open = async () =>
        db
          .selectFrom('runs')
          .select('id')
          .where('projectId', '=', projectId)
          .where('status', 'in', ['queued', 'running'])
          .execute()
          .catch(() => null);
      await vi.waitUntil(async () => (await open())?.length === 0, { ...PATIENT, interval: 100 });
    },
    /** Waits until a step is in one of these states. */
    async step(runId: string, key: string, states: string[]) {
      const read = () =>
        db
          .selectFrom('runSteps')
          .selectAll()
          .where('runId', '=', runId)
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
      const reached = async () => states.includes((await read()).state);
      await vi.waitUntil(reached, { ...PATIENT, interval: 10 });
      return read();
    },
    /** Returns the most attempts of a step of this run, and the most lost workers of one step. */
    async counts(runId: string) {
      const steps = await db
        .selectFrom('runSteps')
        .select(['tries', 'losses'])
        .where('runId', '=', runId)
        .execute();
      return {
        tries: Math.max(...steps.map((step) => step.tries)),
        losses: Math.max(...steps.map((step) => step.losses)),
      };
    },
  };
}

/**
 * An installation with its own PostgreSQL and Redis, for tests that kill them. Await it at the top of the
 * file.
 */
export async function startOnOwnServices(extra: Record<string, string>) {
  const home = makeTempFolder();
  const [postgres, redis] = await Promise.all([startPrivatePostgres(home), startPrivateRedis(home)]);
  const services = { postgres, redis };
  afterAll(async () => {
    await Promise.all([services.postgres.stop({ signal: 'SIGINT' }), services.redis.stop()]);
    removeFolder(home);
  });
  const stack = await startStack({ DATABASE_URL: postgres.url, REDIS_URL: redis.url, ...extra });
  const control = new Redis(redis.url);
  control.on('error', () => {});
  afterAll(() => control.disconnect());
  return {
    /** A folder that PostgreSQL's user may enter. */
    home,
    stack,
    /** A connection to the installation's Redis. */
    control,
    /** Ends PostgreSQL by a signal. */
    async killPostgres(signal: 'SIGKILL' | 'SIGINT') {
      process.kill(services.postgres.pid, signal);
      await services.postgres.exited;
    },
    async restartPostgres() {
      services.postgres = await startPrivatePostgres(home, services.postgres.port);
    },
    async killRedis() {
      process.kill(services.redis.pid, 'SIGKILL');
      await services.redis.exited;
    },
    async restartRedis() {
      services.redis = await startPrivateRedis(home, services.redis.port);
    },
    postgresUrl: postgres.url,
  };
}
