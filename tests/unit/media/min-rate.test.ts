import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchRate } from '#core/downloads/min-rate.ts';

const RATE = { bytesPerSecond: 1000, windowMs: 10_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a sending site', () => {
  it('is too slow if it sends too little in any window, however much it sent before', () => {
    const watch = watchRate(RATE);
    watch.start();
    watch.count(1_000_000);
    vi.advanceTimersByTime(10_000);
    expect(watch.signal.aborted).toBe(false);
    watch.count(9_999);
    vi.advanceTimersByTime(9_999);
    expect(watch.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.signal.reason).toMatchObject({ name: 'StepError', retry: 'often' });
    expect(watch.signal.reason).toMatchObject({ code: 'too_slow' });
  });

  it('continues if it sends enough, even with pauses', () => {
    const watch = watchRate(RATE);
    for (let i = 0; i < 20; i += 1) {
      watch.start();
      watch.count(5_000);
      vi.advanceTimersByTime(4_000);
      watch.stop();
      vi.advanceTimersByTime(60_000);
    }
    expect(watch.signal.aborted).toBe(false);
  });

  it('does not reset the window by disconnecting', () => {
    const watch = watchRate(RATE);
    for (let i = 0; i < 4; i += 1) {
      expect(watch.signal.aborted).toBe(false);
      watch.start();
      watch.count(1);
      vi.advanceTimersByTime(2_500);
      watch.stop();
    }
    expect(watch.signal.aborted).toBe(true);
  });

  it('may send at any rate without a limit', () => {
    const watch = watchRate({ ...RATE, bytesPerSecond: 0 });
    watch.start();
    vi.advanceTimersByTime(100_000);
    expect(watch.signal.aborted).toBe(false);
    watch.stop();
  });
});
