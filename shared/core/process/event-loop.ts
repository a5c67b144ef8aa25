import { Worker } from 'node:worker_threads';
import type { Logger } from '../lib/logger.ts';

/**
 * A process that is blocked or does not answer itself for this long ends, in ms. Its supervisor restarts it.
 */
export const ENDS_AFTER_MS = 30_000;
/** Blocks of the event loop that take longer are logged, in ms. */
const LOGGED_FROM_MS = 200;
const TICK_MS = 100;
/** Work that was running for at least this share of a block may have caused it. */
const CAUSE_PART = 0.5;
/** How many names of running work the thread can see. */
const PLACES = 64;

export interface EventLoopWatch {
  /** Names work that begins, such as a route. Call the returned function when it ends. */
  begin(work: string): () => void;
  /** Requires from now on that the process answers requests to this URL of its own. */
  requireAnswers(url: string): void;
  stop(): void;
}

interface Work {
  name: string;
  place: number;
  /** In ms of performance.now(). */
  since: number;
  until: number;
}

/**
 * Runs beside a blocked event loop. It counts its own turns, so that a suspended process or a machine that
 * slept does not count as blocked.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { get } = require('node:http');
const { beats, places, everyMs, turns, log } = workerData;
const names = [];
let url = null;
let seen = -1;
let blocked = 0;
let silent = 0;
parentPort.on('message', (message) => {
  if (message.work === undefined) url = message.url;
  else names.push(message.work);
});
const end = (count, msg) => {
  const works = [...new Set([...places].filter((place) => place > 0).map((place) => names[place - 1]))];
  const line = { level: 60, time: Date.now(), ...log, ms: count * everyMs, works, msg: msg + ': the process ends' };
  writeSync(2, JSON.stringify(line) + '\\n');
  process.kill(process.pid, 'SIGKILL');
};
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  blocked = beat === seen ? blocked + 1 : 0;
  seen = beat;
  if (blocked >= turns) end(blocked, 'event loop blocked');
  if (url === null) return;
  silent += 1;
  if (silent >= turns) end(silent, 'no answer at its own address');
  get(url, { agent: false, signal: AbortSignal.timeout(everyMs * turns) }, (response) => {
    silent = 0;
    response.resume();
  }).on('error', () => {});
}, everyMs);
`;

/**
 * Logs what blocks the event loop for 200 ms or longer. Ends the process if it is blocked, or does not answer
 * at its required URL, for `endsAfterMs`. Log lines contain only names of work and times. A process under a
 * debugger is never ended.
 */
export function watchEventLoop(
  log: Logger,
  { name, endsAfterMs = ENDS_AFTER_MS }: { name: string; endsAfterMs?: number },
): EventLoopWatch {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const places = new Int32Array(new SharedArrayBuffer(4 * PLACES));
  const everyMs = Math.min(1000, endsAfterMs / 5);
  const isDebugged = process.execArgv.some((argument) => argument.startsWith('--inspect'));
  const thread = isDebugged
    ? null
    : new Worker(THREAD, {
        eval: true,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 16 },
        workerData: {
          beats,
          places,
          everyMs,
          turns: Math.ceil(endsAfterMs / everyMs),
          log: { pid: process.pid, name },
        },
      });
  thread?.on('error', (error) => log.error({ err: error }, 'event loop not watched'));
  thread?.unref();

  const free = Array.from({ length: PLACES }, (_, place) => place);
  const numbers = new Map<string, number>();
  const under = new Set<Work>();
  /** Work that ended since the last tick. */
  let ended: Work[] = [];
  let last = performance.now();

  const numberOf = (work: string): number => {
    const existing = numbers.get(work);
    if (existing !== undefined) return existing;
    numbers.set(work, numbers.size + 1);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread?.postMessage({ work });
    return numbers.size;
  };
  const timer = setInterval(() => {
    Atomics.add(beats, 0, 1);
    const now = performance.now();
    const ms = now - last - TICK_MS;
    if (ms >= LOGGED_FROM_MS) {
      // Requests that arrived during the block begin after it.
      const causes = [...under, ...ended].filter(
        ({ since, until }) => Math.min(until, now) - Math.max(since, last) >= ms * CAUSE_PART,
      );
      const works = [...new Set(causes.map((work) => work.name))].sort();
      log.warn({ ms: Math.round(ms), works }, 'event loop blocked');
    }
    last = now;
    ended = [];
  }, TICK_MS).unref();

  return {
    requireAnswers(url) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread?.postMessage({ url });
    },
    begin(work) {
      const entry: Work = { name: work, place: free.pop() ?? -1, since: performance.now(), until: Infinity };
      under.add(entry);
      if (entry.place >= 0) Atomics.store(places, entry.place, numberOf(work));
      return () => {
        if (!under.delete(entry)) return;
        entry.until = performance.now();
        ended.push(entry);
        if (entry.place < 0) return;
        Atomics.store(places, entry.place, 0);
        free.push(entry.place);
      };
    },
    stop() {
      clearInterval(timer);
      void thread?.terminate();
    },
  };
}
