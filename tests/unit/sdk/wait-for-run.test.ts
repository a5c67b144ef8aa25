import { expect, it } from 'vitest';
import { CutroomError, type Run } from '../../../client-sdk/index.mjs';
import { waitForRun } from '../../../client-sdk/lib/wait-for-run.mjs';

const runOf = (change: Partial<Run>) =>
  ({ version: 1, status: 'running', message: '', finishedAt: null, percentage: 0, ...change }) as Run;
const ended = { finishedAt: '2026-01-01T00:00:00.000Z' };

/** Returns a function that reads these states in turn; an error is thrown. */
function readsOf(states: (Run | Error)[]) {
  let index = 0;
  return async () => {
    const state = states[Math.min(index, states.length - 1)]!;
    index += 1;
    if (state instanceof Error) throw state;
    return state;
  };
}

it('reports a run whenever it has changed, and returns it when it is completed', async () => {
  const progress: number[] = [];
  const states = [
    runOf({ percentage: 10 }),
    runOf({ percentage: 10 }),
    // An older snapshot of another node.
    runOf({ percentage: 5, version: 0 }),
    runOf({ percentage: 100, version: 3, status: 'completed', ...ended }),
  ];
  const run = await waitForRun(readsOf(states), {
    intervalMs: 0,
    onProgress: ({ percentage }) => progress.push(percentage),
  });
  expect([run.status, progress]).toEqual(['completed', [10, 100]]);
});

it.each([
  ['failed', 'The disk is full.', 'The run failed: The disk is full.'],
  ['cancelled', '', 'The run was cancelled.'],
] as const)('reports a run that %s', async (status, message, text) => {
  const run = runOf({ status, message, ...ended });
  await expect(waitForRun(readsOf([run]), {})).rejects.toMatchObject({
    name: 'RunError',
    message: text,
    run,
  });
});

it('tolerates a server that restarts, but not a key that was revoked', async () => {
  const away = new CutroomError('Away.', { code: 'unreachable' });
  const done = runOf({ status: 'completed', ...ended });
  expect(await waitForRun(readsOf([away, done]), { intervalMs: 0 })).toBe(done);
  await expect(waitForRun(readsOf([away]), { patienceMs: -1 })).rejects.toBe(away);
  const revoked = new CutroomError('Revoked.', { code: 'unauthorized', status: 401 });
  await expect(waitForRun(readsOf([revoked, done]), {})).rejects.toBe(revoked);
});

it('ends with its signal', async () => {
  const interrupt = new AbortController();
  const waiting = waitForRun(readsOf([runOf({})]), {
    signal: interrupt.signal,
    onProgress: () => interrupt.abort(),
  });
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
