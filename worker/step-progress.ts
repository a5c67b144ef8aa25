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

  function tell(): void {
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
    },
    /** Sends nothing more, and waits for what is on its way. */
    async settle(): Promise<void> {
      clearInterval(timer);
      await sending;
    },
  };
}
