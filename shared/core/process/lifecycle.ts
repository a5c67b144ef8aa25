import type { Logger } from '../lib/logger.ts';

/** The deadline of a shutdown. A service that does not respond must not delay it. */
const STOP_WITHIN_MS = 20_000;

/**
 * Calls `stop` once when the process must end: on SIGTERM, SIGINT, or the loss of the parent that started it
 * over an IPC channel. Then exits with 0; with 1 if `stop` fails or takes longer than 20 s.
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
  if (process.channel) process.on('disconnect', () => begin('parent process exited'));
}

/**
 * Until the process is ready, logs a failure in full. A parent that started the process over an IPC channel
 * receives only a readable sentence, if the error is ours (a plain Error).
 * @returns call it when the process is ready
 */
export function reportStartFailure(): () => void {
  const fail = (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    const end = () => process.exit(1);
    if (!process.send || error.name !== 'Error' || 'code' in error) end();
    else process.send({ refused: error.message }, end);
  };
  process.on('uncaughtException', fail);
  return () => process.off('uncaughtException', fail);
}

/** Answers the health checks of a parent that started the process over an IPC channel. */
export function answerParent(): void {
  process.on('message', (message) => {
    if (message === 'alive?') process.send?.('alive');
  });
}
