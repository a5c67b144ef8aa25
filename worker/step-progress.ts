import { createPace } from './pace.ts';

const EVERY_MS = 1_000;

/**
 * Tells how far a step is: at once and then every second, one telling at a time, whether its work says anything or not.
 * A telling that fails is left out.
 */
export function tellProgress(
  expectedMs: number,
  send: (fraction: number, detail: string | null) => Promise<void>,
) {
  const pace = createPace(expectedMs, performance.now());
  let detail: string | null = null;
  let sending: Promise<void> | undefined;
  let untold = false;

  function tell(): void {
    if (!sending) untold = false;
    sending ??= send(pace.at(performance.now()), detail)
      .catch(() => {})
      .finally(() => (sending = undefined));
  }
  const timer = setInterval(tell, EVERY_MS);
  tell();

  return {
    /** What the work says of itself: the part done, 0 to 1, and in words what is done now. */
    report(fraction: number, words?: string): void {
      pace.report(fraction, performance.now());
      detail = words ?? detail;
      untold = true;
    },
    /** Waits for what is on its way, and tells what the work said last: a try may end within its first second. */
    async settle(): Promise<void> {
      clearInterval(timer);
      await sending;
      if (untold) tell();
      await sending;
    },
  };
}
