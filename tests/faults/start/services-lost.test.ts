import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import type { Database } from '#core/db/database.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene, startOnOwnServices } from '../../helpers/processes/fault-scene.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { PATIENT } from '../../helpers/patient.ts';

/** Each kind of transaction about runs, identified by what it writes: table, operation and condition. */
const WRITES = {
  reserve: ['credit_entries', 'INSERT', `NEW.kind = 'reserve'`],
  queue: ['run_steps', 'UPDATE', `NEW.state = 'queued' AND OLD.state = 'waiting'`],
  begin: ['run_steps', 'UPDATE', `NEW.state = 'active' AND OLD.state = 'queued'`],
  progress: ['run_steps', 'UPDATE', `NEW.percent > OLD.percent AND NEW.state = 'active'`],
  artifact: ['artifacts', 'INSERT', 'true'],
  complete: ['run_steps', 'UPDATE', `NEW.state = 'done' AND OLD.state <> 'done'`],
  capture: ['credit_entries', 'INSERT', `NEW.kind = 'capture'`],
  film: ['films', 'INSERT', 'true'],
  release: ['credit_entries', 'INSERT', `NEW.kind = 'release'`],
} as const;

/**
 * Kills Postgres' own process by kill -9 in the middle of the first transaction of each kind, which drops every other
 * connection too.
 * @param folder one that PostgreSQL's user may pass through
 * @returns the kinds in which it was not killed yet
 */
async function dieOnceInEach(db: Database, folder: string): Promise<() => string[]> {
  const marks = join(folder, 'deaths');
  mkdirSync(marks);
  // PostgreSQL's user removes a marker file before the kill, so that each kill happens once.
  chmodSync(marks, 0o777);
  await sql`
    CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('COPY (SELECT 1) TO PROGRAM %L',
        format('cat > /dev/null; rm %s 2> /dev/null && kill -KILL $PPID; true', TG_ARGV[0]));
      RETURN NEW;
    END $$`.execute(db);
  for (const [kind, [table, operation, condition]] of Object.entries(WRITES)) {
    const mark = join(marks, kind);
    writeFileSync(mark, '');
    await sql
      .raw(
        `CREATE TRIGGER die_${kind} AFTER ${operation} ON ${table}
         FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION die_once('${mark}')`,
      )
      .execute(db);
  }
  return () => readdirSync(marks);
}

const library = await makeLibrary();
const { home, stack, control, postgresUrl } = await startOnOwnServices({ LIBRARY_DIR: library });
let worker = await stack.startWorker();

async function restartWorker(between: () => Promise<unknown>): Promise<void> {
  worker.kill('SIGKILL');
  await ended(worker);
  await between();
  worker = await stack.startWorker();
}

it('finishes waiting and running jobs after Redis was emptied', async () => {
  const scene = await openScene(stack, library);
  const { projectId, runId } = await scene.process();
  await scene.step(runId, 'scan-media-0', ['active']);
  await restartWorker(() => control.flushall());
  expect((await scene.over(runId)).status).toBe('completed');
  const film = await scene.film(projectId);
  await scene.step(film, 'render-section-0', ['active']);
  await control.flushall();
  expect((await scene.over(film)).status).toBe('completed');
  // The worker was still running, so the lost job does not count against the step.
  expect(await scene.counts(film)).toEqual({ tries: 1, losses: 0 });
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('answers calls while Redis is full and processes the queue when memory is free', async () => {
  const scene = await openScene(stack, library);
  await control.config('SET', 'maxmemory', '1');
  await expect(control.set('more', 'x')).rejects.toThrow('OOM');
  const { runId } = await scene.process();
  expect(await scene.call('GET', '/api/user/credits')).toMatchObject({ totalCredits: 2 });
  expect(await scene.statusOf(runId)).toBe('queued');
  await control.config('SET', 'maxmemory', '0');
  expect((await scene.over(runId)).status).toBe('completed');
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('survives cut database connections in API and worker', async () => {
  const scene = await openScene(stack, library);
  const { runId } = await scene.process();
  const over = scene.over(runId);
  const cutting = new AbortController();
  const cuts = (async () => {
    const client = new Client({ connectionString: postgresUrl });
    await client.connect();
    while (!cutting.signal.aborted) {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user',
      );
      await client.query('SELECT pg_sleep(0.15)');
    }
    await client.end();
  })();
  await Promise.race([scene.step(runId, 'transcribe-media-0', ['done', 'active']).catch(() => {}), over]);
  cutting.abort();
  await cuts;
  expect((await over).status).toBe('completed');
  expect(worker.exitCode).toBeNull();
  expect(stack.server.exitCode).toBeNull();
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
});

it('applies each kind of transaction once if Postgres is killed halfway through', async () => {
  const scene = await openScene(stack, library);
  const spared = await dieOnceInEach(stack.db, home);
  const refusals: string[] = [];
  /** Repeats the call with the same key until it succeeds, as the page does. */
  const insist = <T>(ask: () => Promise<T>) =>
    vi.waitFor(
      () =>
        ask().catch((error: Error) => {
          refusals.push(error.message);
          throw error;
        }),
      { ...PATIENT, interval: 200 },
    );
  const [first, film, second] = [randomUUID(), randomUUID(), randomUUID()];
  const { projectId, runId } = await insist(() => scene.process(first));
  expect((await scene.over(runId)).status).toBe('completed');
  const generation = await insist(() => scene.film(projectId, film));
  expect((await scene.over(generation)).status).toBe('completed');
  await scene.allOver(projectId);
  worker.kill('SIGTERM');
  await ended(worker);
  const cancelled = await insist(() => scene.process(second));
  await insist(() => scene.call('POST', `/api/runs/${cancelled.runId}/cancel`));
  expect(await scene.statusOf(cancelled.runId)).toBe('cancelled');
  expect(spared()).toEqual([]);
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.filter((message) => !message.includes(': 503: '))).toEqual([]);
  for (const id of [runId, generation]) expect(await scene.counts(id)).toEqual({ tries: 1, losses: 0 });
  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
  expect(stack.server.exitCode).toBeNull();
});

it('refuses to start a worker on a Redis that evicts keys', async () => {
  await control.config('SET', 'maxmemory-policy', 'allkeys-lru');
  await expect(stack.startWorker()).rejects.toThrow(/noeviction, not allkeys-lru/);
  await control.config('SET', 'maxmemory-policy', 'noeviction');
});
