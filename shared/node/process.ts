import type { Logger } from './logger.ts';

/**
 * Calls `stop` once when the process is told to end: SIGTERM, SIGINT, or the loss of the parent that started it
 * over an IPC channel. Exits 0 after it, 1 when it fails.
 */
export function onStop(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (process.channel) process.on('disconnect', () => begin('the parent is gone'));
}
