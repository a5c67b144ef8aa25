import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#core/db/database.ts';
import { createDatabase } from '../helpers/services/database.ts';
import { openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const CALLS = 30;
const DATABASE_URL = await createDatabase();
const backend = await openTestBackend({ DATABASE_URL });
const app = await openTestApp(backend);
// A connection outside the node's pool.
const beside = openDatabase(DATABASE_URL, () => {}, 2);
afterAll(() => beside.destroy());

/** How many connections wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(beside);
  return rows[0]!.waiting;
}

it.each([
  ['a project', (projectId: string) => `/api/projects/${projectId}`],
  ['a section', (_: string, sectionId: string) => `/api/sections/${sectionId}/update`],
])(
  'calls that wait for the lock of %s leave the connections of Postgres to everybody else',
  async (_, urlOf) => {
    const [user, stranger] = await Promise.all([createUser(backend), createUser(backend)]);
    const { projectId, sections } = await createProject(backend, user.id);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const holding = beside.transaction().execute(async (trx) => {
      await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute();
      isHeld();
      await released;
    });
    await held;

    const rename = (n: number) =>
      app.inject({
        method: 'PATCH',
        url: urlOf(projectId, sections[0]!.id),
        headers: { cookie: user.cookie },
        payload: { title: `Title ${n}` },
      });
    const calls = Array.from({ length: CALLS }, (_, n) => rename(n));
    await expect.poll(countWaiting).toBeGreaterThan(1);
    const answer = await app.inject({
      method: 'PATCH',
      url: '/api/user/settings',
      headers: { cookie: stranger.cookie },
      payload: { theme: 'dark' },
    });
    expect(answer.statusCode).toBe(200);
    expect(await countWaiting()).toBe(2);

    release();
    await holding;
    const answers = await Promise.all(calls);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  },
);
