import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { openCountedApp } from '../../helpers/services/counted-app.ts';
import { FRESH_MS } from '../../../server/plugins/visitors.ts';

const backend = await openTestBackend();
const { app, count } = await openCountedApp(backend);

/** A new user's processed project, and how to send a call for it. */
async function createOwner() {
  const { id, cookie } = await createUser(backend);
  const { projectId } = await createProject(backend, id, { sections: 3 });
  await backend.db
    .insertInto('runs')
    .values({
      kind: 'processing',
      project_id: projectId,
      user_id: id,
      status: 'completed',
      finished_at: new Date(),
    })
    .execute();
  return async (path: string) => {
    const answer = await app.inject({ url: path.replace('{project}', projectId), headers: { cookie } });
    expect(answer.statusCode).toBe(200);
  };
}

describe('a call that pages repeat', () => {
  // Its limit is counted by one command; a session that was used within a second is not looked up.
  const calls = [
    { path: '/api/projects/{project}', statements: 1, commands: 2 },
    { path: '/api/projects/{project}/progress', statements: 1, commands: 1 },
    { path: '/api/config', statements: 0, commands: 2 },
    { path: '/api/auth/user', statements: 1, commands: 1 },
  ];

  it.each(calls)('$path asks Postgres $statements times and Redis $commands times', async (call) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const ask = await createOwner();
    await ask(call.path);
    const { statements, commands } = await count(() => ask(call.path));
    expect({ statements, commands }).toEqual({ statements: call.statements, commands: call.commands });
    vi.advanceTimersByTime(FRESH_MS);
    expect((await count(() => ask(call.path))).statements).toBe(call.statements + 1);
  });
});
