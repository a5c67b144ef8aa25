import type { Logger } from './logger.ts';

/**
 * Does something again and again until the returned function is called: each turn begins so many ms after the one
 * before it ended. One that fails is logged under the name. The process does not stay alive for it.
 * @param firstMs when the first turn begins; if not told within one interval, as nodes that started together should
 * not work together
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
