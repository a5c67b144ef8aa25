import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSession } from '#core/repositories/account/sessions.ts';
import { createBelongings, type Belongings } from '../../helpers/data/belongings.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
/** The number of characters in all rows that the node read from Postgres. */
let letters = 0;
const node = await openTestApp({
  ...backend,
  db: backend.db.withPlugin({
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      letters += JSON.stringify(result.rows).length;
      return result;
    },
  }),
});
const other = await openTestApp(backend);

let own: Belongings;
beforeEach(async () => {
  own = await createBelongings(backend);
});

const ask = (app = node, cookie = own.user.cookie, query = '') =>
  app.inject({ url: `/api/projects/${own.projectId}${query}`, headers: { cookie } });

/** Returns the project as a node responds. Signed links differ by their second. */
async function readProject(app = node) {
  const answer = await ask(app);
  expect(answer.statusCode).toBe(200);
  return JSON.parse(answer.body.replaceAll(/([&?])(?:e|s)=[\w-]+/g, '$1'));
}

/** Returns the project as a node without a cache responds. */
async function shownAfresh() {
  const fresh = await openTestApp(backend);
  return readProject(fresh);
}

/** Returns how many characters of rows the node reads for the project. */
async function lettersRead(): Promise<number> {
  const before = letters;
  await ask();
  return letters - before;
}

const update = (statement: ReturnType<typeof sql>) => statement.execute(backend.db);

/** Changes to the project, each made by one statement of another process. */
const changes: [string, () => Promise<unknown>][] = [
  ['its title', () => update(sql`UPDATE projects SET title = 'Another' WHERE id = ${own.projectId}`)],
  [
    "a section's title",
    () => update(sql`UPDATE sections SET title = 'Another' WHERE id = ${own.sectionIds[0]!}`),
  ],
  [
    "a section's text",
    () => update(sql`UPDATE section_texts SET text = 'Another' WHERE section_id = ${own.sectionIds[0]!}`),
  ],
  ["a section's words", () => update(sql`UPDATE sections SET words = '[]' WHERE id = ${own.sectionIds[0]!}`)],
  [
    'an upload in the place of a section',
    () => update(sql`UPDATE sections SET object_id = ${own.uploadId} WHERE id = ${own.sectionIds[0]!}`),
  ],
  ['a section', () => update(sql`UPDATE sections SET deleted_at = now() WHERE id = ${own.sectionIds[2]!}`)],
  ['the title of a video', () => update(sql`UPDATE videos SET title = 'Another' WHERE id = ${own.videoId}`)],
  [
    'the scan of a video',
    () =>
      update(
        sql`UPDATE artifacts SET data = jsonb_set(data, '{durationMs}', '61000') WHERE key = ${own.scanKey}`,
      ),
  ],
  ['a run', () => update(sql`UPDATE runs SET message = 'Another' WHERE id = ${own.runId}`)],
  [
    'a new run',
    () =>
      update(sql`INSERT INTO runs (kind, project_id, user_id, status)
        VALUES ('preparation', ${own.projectId}, ${own.user.id}, 'queued')`),
  ],
  [
    'the link of a film',
    () =>
      update(sql`UPDATE films SET share_token = ${randomUUID()}, share_expires_at = now() + interval '1 day'
        WHERE project_id = ${own.projectId}`),
  ],
  ['a film', () => update(sql`DELETE FROM films WHERE project_id = ${own.projectId}`)],
];

describe('a project that a node has cached', () => {
  it.each(changes)('shows a change of another process immediately: %s', async (_, change) => {
    const before = await readProject();
    expect(await readProject()).toEqual(before);
    await change();
    const after = await readProject();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await shownAfresh());
  });

  it('shows an edit through another node immediately', async () => {
    await readProject();
    const edit = { url: `/api/projects/${own.projectId}`, headers: { cookie: own.user.cookie } };
    await other.inject({ ...edit, method: 'PATCH', payload: { title: 'Another' } });
    expect((await readProject()).title).toBe('Another');
  });

  it('is not read again while it has not changed', async () => {
    const first = await lettersRead();
    expect(await lettersRead()).toBeLessThan(first / 10);
    expect(await readProject()).toEqual(await shownAfresh());
  });

  it('is returned in each language', async () => {
    const languageOf = async (query: string) =>
      (await ask(node, own.user.cookie, query)).json().sections[0].narrated as boolean;
    for (let i = 0; i < 2; i += 1) {
      expect([await languageOf('?language=en'), await languageOf('?language=hi')]).toEqual([false, true]);
    }
  });

  it('is not returned after it was deleted', async () => {
    await readProject();
    await update(sql`UPDATE projects SET deleted_at = now() WHERE id = ${own.projectId}`);
    expect((await ask()).statusCode).toBe(404);
  });

  it('is not returned to another user or without a session', async () => {
    await readProject();
    const stranger = await createUser(backend);
    expect((await ask(node, stranger.cookie)).statusCode).toBe(404);
    expect((await ask(node, '')).statusCode).toBe(401);
  });

  it('is no longer returned to its user after the session has ended', async () => {
    await readProject();
    await node.inject({ url: '/api/logout', headers: { cookie: own.user.cookie } });
    expect((await ask()).statusCode).toBe(401);
  });

  it('has links that end with the session of the request', async () => {
    const { token } = await createSession(backend.db, own.user.id);
    const linkOf = async (cookie: string) => (await ask(node, cookie)).json().finalVideoLink as string;
    const [first, second] = [await linkOf(own.user.cookie), await linkOf(`cutroom=${token}`)];
    await node.inject({ url: '/api/logout', headers: { cookie: own.user.cookie } });
    const headers = { range: 'bytes=0-0' };
    expect((await node.inject({ url: first, headers })).statusCode).toBeGreaterThanOrEqual(400);
    expect(
      (await node.inject({ url: second, headers: { ...headers, cookie: `cutroom=${token}` } })).statusCode,
    ).toBe(206);
  });

  itInFullTier('has its links signed again every 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await lettersRead();
    vi.advanceTimersByTime(29_999);
    expect(await lettersRead()).toBeLessThan(first / 10);
    vi.advanceTimersByTime(1);
    expect(await lettersRead()).toBeGreaterThan(first / 2);
  });
});
