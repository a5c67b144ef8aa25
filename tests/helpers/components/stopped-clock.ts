import { expect, vi } from 'vitest';

/** Stops the page's clock until the end of the test. `advance` moves it. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

export const advance = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/**
 * Waits for a condition while the clock advances in steps of a millisecond. Many timers of the page are
 * immediate, such as those by which queries report their results.
 */
export async function ticking(holds: () => boolean): Promise<void> {
  const tick = async (): Promise<boolean> => {
    await advance(1);
    return holds();
  };
  await expect.poll(tick, { interval: 0 }).toBe(true);
}

/**
 * Waits for a condition while the clock is stopped. By default `expect.poll` and `expect.element` advance a
 * stopped clock by 50 ms between two attempts.
 */
export async function unmoved(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { interval: 0 }).toBe(true);
}

/** Resolves once every request that the page sent before is recorded. */
export async function settled(): Promise<void> {
  await fetch('/api/config');
}
