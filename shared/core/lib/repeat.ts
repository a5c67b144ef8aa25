import type { Logger } from './logger.ts';

/**
 * Repeats work until the returned function is called. Each turn starts this many ms after the previous one
 * ended. A failed turn is logged under the name. The timer does not keep the process alive.
 * @param firstMs when the first turn starts; by default at a random time within one interval, so that nodes
 * started together do not work simultaneously
 */
export function repeat(
  name: string,
  work: () => unknown,
  ms: number,
  log: Logger,
  firstMs = Math.random() * ms,
): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const wait = (delayMs: number) => {
    timer = setTimeout(() => void turn(), delayMs).unref();
  };
  async function turn() {
    try {
      await work();
    } catch (error) {
      log.warn({ err: (error as Error).message }, name);
    }
    if (!stopped) wait(ms);
  }
  wait(firstMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
