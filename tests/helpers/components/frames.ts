import { vi } from 'vitest';

const PATIENCE_MS = 30_000;

/** Resolves when the page has rendered every change so far. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/**
 * Waits for a condition under a stopped clock, which moves only by `msPerFrame`. `expect.poll` and
 * `expect.element` cannot replace this: they advance a stopped clock by their interval at each attempt.
 * @throws {Error} if the condition does not hold in time
 */
export async function waitByFrames(holds: () => boolean, msPerFrame = 0): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Not reached: ${holds.toString()}`);
    if (msPerFrame > 0) await vi.advanceTimersByTimeAsync(msPerFrame);
    await painted();
  }
}

/** Advances a stopped clock and renders what that changes. */
export async function advancePainted(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await painted();
}
