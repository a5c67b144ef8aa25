import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { generatedInputs } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db, engine } = backend;

const CALLS = generatedInputs(1000);

async function ledger(userId: string) {
  const user = await db
    .selectFrom('users')
    .select('credits')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const entries = await db.selectFrom('creditEntries').selectAll().where('userId', '=', userId).execute();
  const packs = await db.selectFrom('creditPacks').selectAll().where('userId', '=', userId).execute();
  return {
    balance: user.credits,
    sum: entries.reduce((sum, entry) => sum + entry.amount, 0),
    packs: packs.reduce((sum, pack) => sum + pack.creditsRemaining, 0),
    kinds: entries.map((entry) => entry.kind).sort(),
  };
}

function process(cookie: string, videoIds: string[], key?: string) {
  return app.inject({
    method: 'POST',
    url: '/api/projects/process',
    headers: { cookie, ...(key && { 'idempotency-key': key }) },
    payload: { videoIds, projectTitle: 'A compilation' },
  });
}

const countProjects = async (userId: string) =>
  (await db.selectFrom('projects').select('id').where('userId', '=', userId).execute()).length;

describe('credits', () => {
  it('accepts 3 of 100 concurrent calls on 3 credits in 2 packs, and refuses 97 with 402', async () => {
    const user = await createUser(backend, { packs: [1, 2] });
    const videos = await createVideos(backend, 1);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => process(user.cookie, videos, randomUUID())),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 402)).toHaveLength(97);
    const refused = answers.find((answer) => answer.statusCode === 402)!;
    expect(refused.json()).toMatchObject({
      code: 'not_enough_credits',
      message:
        "You don't have enough video credits to create this compilation. Please purchase more credits.",
    });
    expect(await countProjects(user.id)).toBe(3);
    expect(await ledger(user.id)).toMatchObject({ balance: 0, sum: 0, packs: 0 });
  });

  it("spends each of 40 credits once across concurrent calls, and returns another user's credits", async () => {
    const [user, other] = await Promise.all([
      createUser(backend, { packs: [10, 1, 25, 4] }),
      createUser(backend, { packs: [10] }),
    ]);
    const videos = await createVideos(backend, 1);
    /** Repeats the call with the same key while the API is too busy, as the page does. */
    const insist = async (cookie: string, key = randomUUID()): ReturnType<typeof process> => {
      const answer = await process(cookie, videos, key);
      return answer.statusCode === 503 ? insist(cookie, key) : answer;
    };
    const calls = Array.from({ length: CALLS }, () => insist(user.cookie));
    const others = Array.from({ length: 10 }, async () => {
      const { runId } = (await insist(other.cookie)).json();
      await engine.cancel(runId, other.id);
    });
    const answers = await Promise.all(calls);
    await Promise.all(others);
    const counts = [200, 402].map(
      (status) => answers.filter((answer) => answer.statusCode === status).length,
    );
    expect(counts).toEqual([40, CALLS - 40]);
    expect(await countProjects(user.id)).toBe(40);
    const { kinds, ...books } = await ledger(user.id);
    expect(books).toEqual({ balance: 0, sum: 0, packs: 0 });
    expect(kinds.filter((kind) => kind === 'reserve')).toHaveLength(40);
    expect(await ledger(other.id)).toMatchObject({ balance: 10, sum: 10, packs: 10 });
  });

  // product 7.34
  it('creates one project for 100 concurrent calls with one key, all with the same response', async () => {
    const user = await createUser(backend, { packs: [5] });
    const videos = await createVideos(backend, 2);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => process(user.cookie, videos, key)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await countProjects(user.id)).toBe(1);
    expect(await ledger(user.id)).toMatchObject({ balance: 4, sum: 4, packs: 4 });
  });

  // product 7.34
  it('refuses the same key for another request', async () => {
    const user = await createUser(backend);
    const [first, second] = await createVideos(backend, 2);
    const key = randomUUID();
    expect((await process(user.cookie, [first!], key)).statusCode).toBe(200);
    expect((await process(user.cookie, [second!], key)).statusCode).toBe(422);
    expect(await ledger(user.id)).toMatchObject({ balance: 4 });
  });

  // product 1.12
  it('takes a credit from a pack that was bought ten years ago', async () => {
    const user = await createUser(backend, { packs: [1] });
    const longAgo = new Date();
    longAgo.setFullYear(longAgo.getFullYear() - 10);
    const { numUpdatedRows } = await db
      .updateTable('creditPacks')
      .set({ purchasedAt: longAgo })
      .where('userId', '=', user.id)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    expect((await process(user.cookie, await createVideos(backend, 1))).statusCode).toBe(200);
    expect(await ledger(user.id)).toMatchObject({ balance: 0, sum: 0, packs: 0 });
  });

  // product 5.34
  it('names an unknown video before a credit is taken', async () => {
    const user = await createUser(backend);
    const [existing] = await createVideos(backend, 1);
    const answer = await process(user.cookie, [existing!, 'library_nowhere']);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unknown_video', details: { unknown: ['library_nowhere'] } });
    expect(await ledger(user.id)).toMatchObject({ balance: 5, kinds: ['purchase'] });
  });

  // product 4.54
  it('returns the credit once, however often a run is cancelled concurrently', async () => {
    const user = await createUser(backend, { packs: [1] });
    const videos = await createVideos(backend, 1);
    const { runId } = (await process(user.cookie, videos)).json();
    expect(await ledger(user.id)).toMatchObject({ balance: 0, sum: 0, packs: 0 });
    await Promise.all(Array.from({ length: 10 }, () => engine.cancel(runId, user.id)));
    expect(await ledger(user.id)).toEqual({
      balance: 1,
      sum: 1,
      packs: 1,
      kinds: ['purchase', 'release', 'reserve'],
    });
  });

  // product 1.13, 4.54
  it('returns the credit if every video failed, with the reason', async () => {
    const user = await createUser(backend, { packs: [1] });
    const videos = await createVideos(backend, 1);
    const { runId, projectId } = (await process(user.cookie, videos)).json();
    const ref = { runId, step: 'fetch-media-0' };
    expect(await engine.begin(ref)).toBeDefined();
    expect(
      await engine.fail(ref, { code: 'gone', message: 'The video is gone.', retry: 'never' }),
    ).toBeNull();
    expect(await ledger(user.id)).toMatchObject({ balance: 1, sum: 1, packs: 1 });
    const progress = await app.inject({
      url: `/api/projects/${projectId}/progress`,
      headers: { cookie: user.cookie },
    });
    expect(progress.json()).toMatchObject({
      stage: 'failed',
      completed: false,
      message: 'The video is gone.',
    });
  });
});
