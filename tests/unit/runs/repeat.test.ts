import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Logger } from '#core/lib/logger.ts';
import { repeat } from '#core/lib/repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const warn = vi.fn();
const log = { warn } as unknown as Logger;

it('begins a turn at a fixed time after the previous one ended, and none after it was stopped', async () => {
  const ends: (() => void)[] = [];
  const stop = repeat('work', () => new Promise<void>((resolve) => ends.push(resolve)), 100, log, 30);
  await vi.advanceTimersByTimeAsync(29);
  expect(ends).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(99);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  // Stopped during a turn.
  stop();
  ends[1]!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(2);
});

it('begins within the first interval, continues after a failed turn, and logs it', async () => {
  let turns = 0;
  // Not at the very beginning of the interval, where the second turn would come at its end.
  vi.spyOn(Math, 'random').mockReturnValue(0.3);
  onTestFinished(() => void vi.restoreAllMocks());
  const stop = repeat(
    'work',
    () => {
      turns += 1;
      throw new Error('Postgres is away.');
    },
    100,
    log,
  );
  await vi.advanceTimersByTimeAsync(29);
  expect(turns).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(turns).toBe(2);
  expect(warn).toHaveBeenCalledWith({ err: 'Postgres is away.' }, 'work');
  stop();
});
