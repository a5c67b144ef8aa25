import { stat } from 'node:fs/promises';

const POLL_INTERVAL_MS = 100;

/**
 * Reports a file's length in bytes each time it grows, until the returned function is called. The file may be
 * created later.
 */
export function watchGrowth(path: string, onGrown: (bytes: number) => void): () => void {
  let lastSize = 0;
  let stopped = false;
  let timer = setTimeout(poll, POLL_INTERVAL_MS);
  async function poll(): Promise<void> {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (stopped) return;
    if (bytes > lastSize) onGrown((lastSize = bytes));
    timer = setTimeout(poll, POLL_INTERVAL_MS);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
