import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCachedAnswer } from '../../../server/services/operation/cached-answer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('computes once for all concurrent callers, and again once the result is old', async () => {
  let respond!: (text: string) => void;
  const ask = vi.fn(() => new Promise<string>((resolve) => (respond = resolve)));
  const read = createCachedAnswer(1000, ask);
  const first = [read(), read()];
  // Its age counts from the response, however long that took.
  vi.advanceTimersByTime(60_000);
  first.push(read());
  respond('one');
  expect(await Promise.all(first)).toEqual(['one', 'one', 'one']);
  vi.advanceTimersByTime(1000);
  expect(await read()).toBe('one');
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  const second = read();
  respond('two');
  expect([await second, ask.mock.calls.length]).toEqual(['two', 2]);
});

it('caches a failure no longer than a result', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('here');
  const read = createCachedAnswer(1000, ask);
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  vi.advanceTimersByTime(1001);
  expect(await read()).toBe('here');
});
