import { createPace } from './pace.ts';

const EVERY_MS = 1_000;

/**
 * Reports a step's progress: immediately and then every second, one report at a time, whether or not its work
 * reports anything. A failed report is skipped.
 */
export function reportProgress(
  expectedMs: number,
  send: (fraction: number, detail: string | null) => Promise<void>,
) {
  const pace = createPace(expectedMs, performance.now());
  let detail: string | null = null;
  let sending: Promise<void> | undefined;
  let unreported = false;

  function report(): void {
    if (!sending) unreported = false;
    sending ??= send(pace.at(performance.now()), detail)
      .catch(() => {})
      .finally(() => (sending = undefined));
  }
  const timer = setInterval(report, EVERY_MS);
  report();

  return {
    /** Records a report of the work: the completed part, 0 to 1, and the current message. */
    report(fraction: number, words?: string): void {
      pace.report(fraction, performance.now());
      detail = words ?? detail;
      unreported = true;
    },
    /**
     * Waits for a pending report, then sends the last one of the work: an attempt may end within its first
     * second.
     */
    async settle(): Promise<void> {
      clearInterval(timer);
      await sending;
      if (unreported) report();
      await sending;
    },
  };
}
