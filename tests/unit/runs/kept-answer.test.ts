import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createKeptAnswer } from '../../../server/services/operation/kept-answer.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('asks once for all who ask meanwhile, and again once the answer is old', async () => {
  let tell!: (text: string) => void;
  const ask = vi.fn(() => new Promise<string>((resolve) => (tell = resolve)));
  const read = createKeptAnswer(1000, ask);
  const first = [read(), read()];
  // However long it takes: its age counts from the response.
  vi.advanceTimersByTime(60_000);
  first.push(read());
  tell('one');
  expect(await Promise.all(first)).toEqual(['one', 'one', 'one']);
  vi.advanceTimersByTime(1000);
  expect(await read()).toBe('one');
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  const second = read();
  tell('two');
  expect([await second, ask.mock.calls.length]).toEqual(['two', 2]);
});

it('keeps a failure for no longer than an answer', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('here');
  const read = createKeptAnswer(1000, ask);
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  vi.advanceTimersByTime(1001);
  expect(await read()).toBe('here');
});
