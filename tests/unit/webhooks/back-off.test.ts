import { describe, expect, it } from 'vitest';
import { MAX_TRIES, retryDelay } from '#core/webhooks/back-off.ts';

const HOUR = 3_600_000;
const middle = () => 0.5;
const delays = (random: () => number) =>
  Array.from({ length: MAX_TRIES }, (_, tried) => retryDelay(tried + 1, null, random));

describe('retryDelay', () => {
  // product 30.5
  it('grows from seconds to hours, and gives up after more than a day', () => {
    const all = delays(middle);
    expect(all).toEqual([5000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, null]);
    const total = all.reduce<number>((sum, delay) => sum + (delay ?? 0), 0);
    expect(total).toBeGreaterThan(24 * HOUR);
    expect(total).toBeLessThan(48 * HOUR);
  });

  it('varies by a tenth in both directions', () => {
    expect([retryDelay(1, null, () => 0), retryDelay(1, null, () => 1)]).toEqual([4500, 5500]);
  });

  it.each([
    ['waits as long as the receiver asks', 60_000, 60_000],
    ['does not wait less than its own delay', 1000, 5000],
    ['waits a day at most', 1000 * HOUR, 24 * HOUR],
  ])('%s', (_, pauseMs, delay) => {
    expect(retryDelay(1, pauseMs, middle)).toBe(delay);
  });

  it('ignores what the receiver asks after the last attempt', () => {
    expect(retryDelay(MAX_TRIES, 60_000, middle)).toBeNull();
  });
});
