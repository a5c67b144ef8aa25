import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROBE = pathToFileURL(join(import.meta.dirname, 'turn-probe.mjs')).href;

/** CPU time of a process's main thread, in ms. */
export interface Turns {
  /** The longest turn of the event loop, during which the process responded to no other request. */
  longestMs: number;
  totalMs: number;
}

/** Environment variables of a process whose turns are measured. */
export const MEASURE_TURNS = { NODE_OPTIONS: `--import=${PROBE}` };

/** Returns the turns of a process since the last call, including the current one. */
export function takeTurns(child: ChildProcess): Promise<Turns> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('longestMs' in message)) return;
      child.off('message', listen);
      resolve(message as Turns);
    };
    child.on('message', listen);
    child.send('take turns', (error) => error && reject(error));
  });
}
