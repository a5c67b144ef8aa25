import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from '../../../worker/progress/pace.ts';
import { reportProgress } from '../../../worker/progress/step-progress.ts';

const SECOND = 1000;

describe('the pace of a step', () => {
  it('rises every second, and reaches 1 only at the end, whatever its work reports', () => {
    const wrong: string[] = [];
    for (const expectedMs of [500, 20 * SECOND, 600 * SECOND]) {
      for (const slower of [0.2, 1, 5]) {
        for (const reports of ['none', 'each second', 'each tenth'] as const) {
          const takes = expectedMs * slower;
          const pace = createPace(expectedMs, 0);
          let last = pace.at(0);
          expect(last).toBe(0);
          for (let at = SECOND; at < takes; at += SECOND) {
            if (reports === 'each second') pace.report(at / takes, at);
            if (reports === 'each tenth') pace.report(Math.floor((at / takes) * 10) / 10, at);
            const now = pace.at(at);
            if (now <= last || now >= 1) wrong.push(`${now} after ${last} at ${at} of ${takes} ms`);
            last = now;
          }
          pace.report(1, takes);
          expect(pace.at(takes)).toBe(1);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('stays close to the reports', () => {
    const pace = createPace(10 * SECOND, 0);
    const off: number[] = [];
    for (let at = SECOND; at <= 60 * SECOND; at += SECOND) {
      if (at % (3 * SECOND) === 0) pace.report(at / (60 * SECOND), at);
      if (at > 10 * SECOND) off.push(Math.abs(pace.at(at) - at / (60 * SECOND)));
      else pace.at(at);
    }
    expect(Math.max(...off)).toBeLessThan(0.08);
  });
});

describe('reportProgress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports immediately and then every second, even if the step reports nothing', async () => {
    const reported: [number, string | null][] = [];
    const progress = reportProgress(10 * SECOND, async (fraction, detail) => {
      reported.push([fraction, detail]);
    });
    expect(reported).toEqual([[0, null]]);
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(reported).toHaveLength(5);
    progress.report(0.7, 'Scanning 0:07 of 0:10');
    for (const part of [0.71, 0.72]) progress.report(part);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(reported).toHaveLength(6);
    expect(reported.at(-1)![0]).toBeGreaterThanOrEqual(0.72);
    expect(reported.at(-1)![1]).toBe('Scanning 0:07 of 0:10');
    const fractions = reported.map(([fraction]) => fraction);
    expect(fractions).toEqual([...new Set(fractions)].sort((a, b) => a - b));
  });

  it('continues after a failed report, one at a time, and reports nothing once settled', async () => {
    let tries = 0;
    let finish = () => {};
    const progress = reportProgress(SECOND, async () => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      await new Promise<void>((resolve) => (finish = resolve));
    });
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(tries).toBe(2);
    finish();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(tries).toBe(3);
    finish();
    await progress.settle();
    progress.report(0.9);
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(tries).toBe(3);
  });

  it('sends the last report of work that ends within a second', async () => {
    const reported: number[] = [];
    const progress = reportProgress(10 * SECOND, async (fraction) => void reported.push(fraction));
    await vi.advanceTimersByTimeAsync(10);
    progress.report(0.5);
    await progress.settle();
    expect(reported).toEqual([0, 0.5]);
    await progress.settle();
    expect(reported).toHaveLength(2);
  });
});
