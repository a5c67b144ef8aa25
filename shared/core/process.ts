import type { Logger } from './logger.ts';

/** The deadline of a shutdown: a service that does not respond must not delay it. */
const STOP_WITHIN_MS = 20_000;

/**
 * Calls `stop` once when the process is told to end: SIGTERM, SIGINT, or the loss of the parent that started it over an
 * IPC channel. Exits with 0 after it, with 1 when it fails or takes longer than 20 s.
 */
export function onStop(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error({ withinMs: STOP_WITHIN_MS }, 'did not stop in time');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
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

/**
 * Until the process is ready: writes a failure to the log in full, and sends the parent that started it over an IPC
 * channel only a sentence for people, if the error is ours (a plain Error).
 * @returns call it when the process is ready
 */
export function tellWhyNotStarted(): () => void {
  const tell = (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    const end = () => process.exit(1);
    if (!process.send || error.name !== 'Error' || 'code' in error) end();
    else process.send({ refused: error.message }, end);
  };
  process.on('uncaughtException', tell);
  return () => process.off('uncaughtException', tell);
}

/** Answers the parent that started the process over an IPC channel whenever it asks whether the process responds. */
export function answerParent(): void {
  process.on('message', (message) => {
    if (message === 'alive?') process.send?.('alive');
  });
}
