// @ts-check Measures the turns of the event loop of a process that loads this file with `--import`. Linux
// only.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Turns that begin within this time, in ms, are measured as one. */
const TICK_MS = 1;

/** CPU time of the main thread, in ms. Other load on the machine does not affect it. */
function mainThreadMs() {
  const [onCore] = readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(onCore) / 1e6;
}

function measureTurns() {
  let last = mainThreadMs();
  let longestMs = 0;
  let totalMs = 0;
  // Timers run in every turn, so the CPU time between two calls was used by one turn.
  const measure = () => {
    const now = mainThreadMs();
    longestMs = Math.max(longestMs, now - last);
    totalMs += now - last;
    last = now;
  };
  setInterval(measure, TICK_MS).unref();
  process.on('message', (message) => {
    if (message !== 'take turns') return;
    measure();
    process.send?.({ longestMs, totalMs });
    longestMs = 0;
    totalMs = 0;
  });
  process.channel?.unref();
}

// Worker threads load this file too, but are not measured.
if (isMainThread) measureTurns();
