import { describe, expect, it } from 'vitest';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const videoIds = await createVideos(backend, 1);

/** Creates a user with 5 credits and a key whose runs may spend some of them. */
async function createBudget(creditBudget: number | null) {
  const user = await createUser(backend);
  const key = await createKey(backend, user.id, { creditBudget });
  const post = (url: string, headers: Record<string, string> = key.headers, payload?: object) =>
    app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  return {
    key,
    cookie: { cookie: user.cookie },
    post,
    process: (headers = key.headers as Record<string, string>) =>
      post('/api/projects/process', headers, { videoIds, projectTitle: 'One' }),
    spent: async () => {
      const { cookie } = user;
      const [listed] = (await app.inject({ url: '/api/user/api-keys', headers: { cookie } })).json();
      return listed.creditsSpent as number;
    },
    credits: async () => {
      const { cookie } = user;
      return (await app.inject({ url: '/api/user/credits', headers: { cookie } })).json()
        .totalCredits as number;
    },
  };
}

describe("a key's credit budget", () => {
  // product 6.12
  it('is spent by the runs that the key started, and by no others', async () => {
    const { process, cookie, spent, credits } = await createBudget(2);
    for (const headers of [undefined, cookie, undefined])
      expect((await process(headers)).statusCode).toBe(200);
    expect([await spent(), await credits()]).toEqual([2, 2]);
    const refused = await process();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      402,
      {
        code: 'over_budget',
        message: 'This API key has spent its budget of 2 credits. Create a key with a larger budget.',
        details: { budget: 2, spent: 2 },
      },
    ]);
    expect([await spent(), await credits()]).toEqual([2, 2]);
    expect((await process(cookie)).statusCode).toBe(200);
  });

  // product 6.12
  it('gets the credit of a failed run again, and pays for its retry', async () => {
    const { post, process, spent } = await createBudget(1);
    const { runId } = (await process()).json<{ runId: string }>();
    expect([await spent(), (await process()).statusCode]).toEqual([1, 402]);
    await post(`/api/runs/${runId}/cancel`);
    expect(await spent()).toBe(0);
    expect((await post(`/api/runs/${runId}/retry`)).statusCode).toBe(200);
    expect([await spent(), (await process()).statusCode]).toEqual([1, 402]);
  });

  // product 6.12
  it('is never exceeded by concurrent calls', async () => {
    const { process, spent } = await createBudget(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => process()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 402, 402, 402]);
    expect(await spent()).toBe(2);
  });

  it('can be absent: then only the credits of the account limit the key', async () => {
    const { process, spent } = await createBudget(null);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await process()).statusCode);
    expect([statuses, await spent()]).toEqual([[200, 200, 200, 200, 200, 402], 5]);
  });
});
