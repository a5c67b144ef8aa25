import { createPace } from './pace.ts';

const EVERY_MS = 1_000;

/**
 * Reports a step's progress: at once and then every second, one report at a time, whether its work reports anything or
 * not. A failed report is skipped.
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
    /** The work's own report: the part done, 0 to 1, and the current message. */
    report(fraction: number, words?: string): void {
      pace.report(fraction, performance.now());
      detail = words ?? detail;
      untold = true;
    },
    /** Waits for a pending report, then sends the work's last one: a try may end within its first second. */
    async settle(): Promise<void> {
      clearInterval(timer);
      await sending;
      if (untold) tell();
      await sending;
    },
  };
}
