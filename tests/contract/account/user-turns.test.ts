import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#core/db/database.ts';
import { createDatabase } from '../../helpers/services/database.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const CALLS = 30;
const DATABASE_URL = await createDatabase();
const backend = await openTestBackend({ DATABASE_URL });
const app = await openTestApp(backend);
// A connection that does not belong to the node's pool.
const otherDatabase = openDatabase(DATABASE_URL, () => {}, { max: 2 });
afterAll(() => otherDatabase.destroy());

/** Counts the connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(otherDatabase);
  return rows[0]!.waiting;
}

/** Holds a lock like a long transaction, until the returned function is called. */
async function hold(lock: RawBuilder<unknown>): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = () => {};
  const locked = new Promise<void>((resolve) => (isHeld = resolve));
  const holding = otherDatabase.transaction().execute(async (trx) => {
    await lock.execute(trx);
    isHeld();
    await released;
  });
  await locked;
  return () => {
    release();
    return holding;
  };
}

type Call = (n: number) => Promise<{ statusCode: number }>;

/**
 * Lets two calls wait for the lock in the database and the others in the node, while a stranger is served.
 * Returns the distinct statuses of the calls' responses.
 */
async function callWhileHeld(lock: RawBuilder<unknown>, call: Call): Promise<Set<number>> {
  const stranger = await createUser(backend);
  const release = await hold(lock);
  const calls = Array.from({ length: CALLS }, (_, n) => call(n));
  await expect.poll(countWaiting).toBeGreaterThan(1);
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/user/settings',
    headers: { cookie: stranger.cookie },
    payload: { theme: 'dark' },
  });
  expect(answer.statusCode).toBe(200);
  expect(await countWaiting()).toBe(2);

  await release();
  return new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode));
}

it.each([
  ['a project', (projectId: string) => `/api/projects/${projectId}`],
  ['a section', (_: string, sectionId: string) => `/api/sections/${sectionId}/update`],
])('calls that wait for the lock of %s leave Postgres connections to other users', async (_, urlOf) => {
  const user = await createUser(backend);
  const { projectId, sections } = await createProject(backend, user.id);
  const lock = sql`SELECT FROM projects WHERE id = ${projectId} FOR UPDATE`;
  const statuses = await callWhileHeld(lock, (n) =>
    app.inject({
      method: 'PATCH',
      url: urlOf(projectId, sections[0]!.id),
      headers: { cookie: user.cookie },
      payload: { title: `Title ${n}` },
    }),
  );
  expect(statuses).toEqual(new Set([200]));
});

itInFullTier(
  'files that wait for the lock of their account leave Postgres connections to other users',
  async () => {
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const links: string[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const opened = await app.inject({
        method: 'POST',
        url: '/api/objects/upload',
        headers: { cookie: user.cookie },
        payload: { projectId, fileName: `${n}.png` },
      });
      links.push(opened.json().uploadURL);
    }
    const headers = { 'content-type': 'application/octet-stream' };
    const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`holdings of ${user.id}`}, 0))`;
    const send: Call = (n) => app.inject({ method: 'PUT', url: links[n]!, headers, payload: 'file' });
    expect(await callWhileHeld(lock, send)).toEqual(new Set([200]));
  },
);
