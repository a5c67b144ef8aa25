import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { openCountedApp } from '../../helpers/services/counted-app.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const { app, count } = await openCountedApp(backend);

// Freezes the process's clock; only tests advance it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

/** Creates a user with a processed project, and a function that sends a call for it. */
async function createOwner() {
  const { id, cookie } = await createUser(backend);
  const { projectId } = await createProject(backend, id, { sections: 3 });
  await backend.db
    .insertInto('runs')
    .values({
      kind: 'processing',
      projectId,
      userId: id,
      status: 'completed',
      finishedAt: new Date(),
    })
    .execute();
  return async (path: string) => {
    const answer = await app.inject({ url: path.replace('{project}', projectId), headers: { cookie } });
    expect(answer.statusCode).toBe(200);
  };
}

describe('a call that pages repeat', () => {
  // Within a second, the session and the workers are not looked up again, and the node counts requests
  // against those that it has reserved.
  const calls = [
    { path: '/api/projects/{project}', asked: [1, 0], later: [2, 0] },
    { path: '/api/projects/{project}/progress', asked: [1, 0], later: [2, 0] },
    { path: '/api/config', asked: [0, 0], later: [1, 1] },
    { path: '/api/auth/user', asked: [1, 0], later: [2, 0] },
  ];

  it.each(calls)(
    'sends few statements and Redis commands: $path $asked, a second later $later',
    async (call) => {
      const ask = await createOwner();
      await ask(call.path);
      expect(await count(() => ask(call.path))).toEqual(call.asked);
      vi.advanceTimersByTime(1000);
      expect(await count(() => ask(call.path))).toEqual(call.later);
    },
  );

  itInFullTier('shares its statements with concurrent calls of other users: progress', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, createOwner));
    const askAll = () => Promise.all(owners.map((ask) => ask('/api/projects/{project}/progress')));
    await askAll();
    const [statements] = await count(askAll);
    expect(statements).toBeLessThanOrEqual(2);
  });
});
