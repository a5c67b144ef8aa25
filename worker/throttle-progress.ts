const EVERY_MS = 1_000;

/** Sends the newest fraction at most once a second, one at a time; what fails to be sent is left out. */
export function throttleProgress(send: (fraction: number) => Promise<void>) {
  let newest: number | undefined;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    if (newest === undefined || sending) return;
    const fraction = newest;
    newest = undefined;
    lastSentAt = performance.now();
    sending = send(fraction)
      .catch(() => {})
      .finally(() => {
        sending = undefined;
        schedule();
      });
  }

  function schedule(): void {
    if (newest === undefined || timer || sending) return;
    timer = setTimeout(flush, Math.max(0, lastSentAt + EVERY_MS - performance.now()));
  }

  return {
    report(fraction: number): void {
      newest = Math.min(1, Math.max(0, fraction));
      schedule();
    },
    /** Sends nothing more, and waits for what is on its way. */
    async settle(): Promise<void> {
      newest = undefined;
      clearTimeout(timer);
      await sending;
    },
  };
}
