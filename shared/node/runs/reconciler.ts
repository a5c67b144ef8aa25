import type { Logger } from '../logger.ts';

/** Heals again and again until the returned function is called. */
export function startReconciler(heal: () => Promise<unknown>, intervalMs: number, log: Logger): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const turn = async () => {
    await heal().catch((error: Error) => log.warn({ err: error.message }, 'reconciler'));
    if (!stopped) timer = setTimeout(turn, intervalMs);
  };
  // Nodes that started together do not reconcile together.
  timer = setTimeout(turn, Math.random() * intervalMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
