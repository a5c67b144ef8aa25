import { describe, expect, it } from 'vitest';
import { createFairPool, type PoolLimits } from '#core/lib/fair-pool.ts';

/** Creates abortable work in a pool, and records the keys of started work, in order. */
function scene(limits: Partial<PoolLimits> = {}) {
  const pool = createFairPool({ atOnce: 2, atOncePerUser: 1, waiting: 50, waitingPerUser: 20, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const stopped: string[] = [];
  let most = 0;
  const ask = (userId: string, key: string, more: { signal?: AbortSignal; group?: string } = {}) =>
    pool.run({ userId, key, ...more }, (signal) => {
      begun.push(key);
      most = Math.max(most, pool.count().working);
      return new Promise<string>((resolve, reject) => {
        ends.set(key, () => resolve(`done ${key}`));
        signal.addEventListener('abort', () => {
          stopped.push(key);
          reject(signal.reason as Error);
        });
      });
    });
  /** Lets admitted work start. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (key: string) => {
    ends.get(key)!();
    await settle();
  };
  return { pool, ask, begun, stopped, end, settle, most: () => most };
}

describe('a fair pool', () => {
  it('does the same work once, and returns its result to all callers', async () => {
    const { ask, begun, end, settle, pool } = scene();
    const answers = Promise.all(Array.from({ length: 20 }, (_, i) => ask(`user ${i % 3}`, 'same')));
    await settle();
    await end('same');
    expect(await answers).toEqual(Array.from({ length: 20 }, () => 'done same'));
    expect(begun).toEqual(['same']);
    expect(pool.count()).toEqual({ working: 0, waiting: 0 });
    const repeated = ask('user 1', 'same');
    await settle();
    await end('same');
    await repeated;
    expect(begun).toEqual(['same', 'same']);
  });

  it('limits the running work of each user and in total', async () => {
    const { ask, begun, end, settle, most } = scene();
    for (const user of ['a', 'b', 'c']) for (const n of [1, 2]) void ask(user, `${user}${n}`);
    await settle();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    for (const key of ['b1', 'c1', 'a2', 'b2', 'c2']) await end(key);
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
    expect(most()).toBe(2);
  });

  it("starts each user's first work after at most the running work", async () => {
    const { ask, begun, end, settle } = scene({ atOnce: 1 });
    for (let n = 1; n <= 20; n += 1) void ask('greedy', `greedy${n}`);
    await settle();
    void ask('modest', 'modest1');
    await end('greedy1');
    expect(begun).toEqual(['greedy1', 'modest1']);
    await end('modest1');
    expect(begun.at(-1)).toBe('greedy2');
  });

  it('starts shared work at the turn of its earliest caller', async () => {
    const { ask, begun, end, settle } = scene({ atOnce: 1 });
    for (let n = 1; n <= 20; n += 1) void ask('greedy', `greedy${n}`);
    void ask('modest', 'greedy20');
    await settle();
    await end('greedy1');
    expect(begun).toEqual(['greedy1', 'greedy20']);
  });

  it('limits the concurrent work of a group', async () => {
    const { ask, begun, end, settle } = scene({ atOnce: 5, atOncePerUser: 5, atOncePerGroup: 1 });
    for (const n of [1, 2, 3]) void ask('a', `slow${n}`, { group: 'slow' });
    void ask('a', 'other', { group: 'other' });
    await settle();
    expect(begun).toEqual(['slow1', 'other']);
    await end('slow1');
    expect(begun).toEqual(['slow1', 'other', 'slow2']);
  });

  it('continues for the others if one caller leaves, and stops with the last one', async () => {
    const { ask, begun, stopped, end, settle, pool } = scene({ atOnce: 1 });
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const leaves = ask('a', 'shared', { signal: first.signal });
    const waiting = ask('b', 'shared');
    const waits = ask('c', 'waits', { signal: second.signal });
    await settle();
    first.abort(new Error('gone'));
    await expect(leaves).rejects.toThrow('gone');
    second.abort(new Error('gone too'));
    await expect(waits).rejects.toThrow('gone too');
    expect([stopped, pool.count()]).toEqual([[], { working: 1, waiting: 0 }]);
    await end('shared');
    expect(await waiting).toBe('done shared');
    const separate = ask('a', 'alone', { signal: third.signal });
    await settle();
    third.abort(new Error('gone at last'));
    await expect(separate).rejects.toThrow('gone at last');
    await settle();
    expect([begun, stopped]).toEqual([['shared', 'alone'], ['alone']]);
    expect(pool.count()).toEqual({ working: 0, waiting: 0 });
  });

  it('starts again for new callers while abandoned work is still ending', async () => {
    const pool = createFairPool({ atOnce: 1, atOncePerUser: 1, waiting: 5, waitingPerUser: 5 });
    let free = () => {};
    const controller = new AbortController();
    const slow = pool.run({ key: 'k', userId: 'a', signal: controller.signal }, async () => {
      await new Promise<void>((resolve) => (free = resolve));
      throw new Error('was stopped');
    });
    await new Promise(setImmediate);
    controller.abort(new Error('gone'));
    await expect(slow).rejects.toThrow('gone');
    const next = pool.run({ key: 'k', userId: 'b' }, async () => 'anew');
    expect(pool.count()).toEqual({ working: 1, waiting: 1 });
    free();
    expect(await next).toBe('anew');
  });

  it('returns a retry time if its queue is full, for a user and in total', async () => {
    const { ask, settle, begun, end } = scene({ atOnce: 1, waiting: 4, waitingPerUser: 3 });
    for (let n = 0; n < 4; n += 1) void ask('a', `a${n}`);
    await settle();
    await expect(ask('a', 'a4')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 });
    void ask('b', 'b0');
    await expect(ask('c', 'c0')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    // Work that was already requested takes no new place.
    void ask('c', 'b0');
    await end('a0');
    expect(begun).toEqual(['a0', 'b0']);
  });

  it('returns a failure to all callers, and continues', async () => {
    const pool = createFairPool({ atOnce: 1, atOncePerUser: 1, waiting: 5, waitingPerUser: 5 });
    const fail = () => pool.run({ key: 'k', userId: 'a' }, () => Promise.reject(new Error('broken')));
    const both = await Promise.allSettled([fail(), fail()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await pool.run({ key: 'k', userId: 'a' }, () => Promise.resolve('well'))).toBe('well');
  });
});
