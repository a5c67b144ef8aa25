import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttleProgress } from '../../worker/throttle-progress.ts';

describe('throttleProgress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends the first at once and then the newest, once a second', async () => {
    const sent: number[] = [];
    const progress = throttleProgress(async (fraction) => {
      sent.push(fraction);
    });
    progress.report(0.1);
    await vi.advanceTimersByTimeAsync(0);
    for (const fraction of [0.2, 0.3, 0.4]) progress.report(fraction);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([0.1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([0.1, 0.4]);
  });

  it('goes on after a send that failed, and sends nothing once settled', async () => {
    let tries = 0;
    const progress = throttleProgress(async () => {
      tries += 1;
      throw new Error('away');
    });
    progress.report(0.5);
    await vi.advanceTimersByTimeAsync(1000);
    progress.report(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tries).toBe(2);
    progress.report(0.7);
    await progress.settle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(tries).toBe(2);
  });
});
