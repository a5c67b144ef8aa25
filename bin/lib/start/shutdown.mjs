// @ts-check
import { liveChildren } from '../child.mjs';
import { sendSignal } from '../processes.mjs';

const SAME_WITHIN_MS = 2_000;

/**
 * Turns signals into one orderly stop. npm forwards a Ctrl-C that the terminal has also sent to us, so a
 * second signal shortly after the first is ignored; a later one forces the stop.
 * @param {() => Promise<void>} stop
 */
export function onStopSignals(stop) {
  let first = 0;
  const handle = () => {
    if (first === 0) {
      first = Date.now();
      void stop();
    } else if (Date.now() - first > SAME_WITHIN_MS) {
      killEverything();
      process.exit(1);
    }
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, handle);
}

/** Kills the group of each living child. */
export function killEverything() {
  for (const child of liveChildren) sendSignal(-child.pid, 'SIGKILL');
}
