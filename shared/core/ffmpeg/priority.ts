import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The niceness of other programs in their first moments, so that short ones pass those that run for minutes. */
const FIRST_NICE = 3;
const FIRST_MS = 2000;
/** Linux allows others than root to set the niceness of a session ten times a second. */
const RETRY_MS = 150;
const MAX_NICE = 19;
/** At 10, work in the background gets a third of what other long programs get, and still advances beside them. */
const BACKGROUND_FACTOR = 1.5;

/** The niceness of a program at its start and after two seconds. */
export interface Priority {
  firstNice: number;
  nice: number;
}

/** The priority of a program for whose result a user waits. */
export const inForeground = (nice: number): Priority => ({ firstNice: Math.min(nice, FIRST_NICE), nice });

/** The priority of a program whose result no user waits for, lower from its start. 0 stays 0. */
export function inBackground(nice: number): Priority {
  const lower = Math.min(MAX_NICE, Math.round(nice * BACKGROUND_FACTOR));
  return { firstNice: lower, nice: lower };
}

/**
 * Sets the niceness of a program that leads its own session and was started with the first niceness: after two
 * seconds or, if it does not change, now. A system that refuses leaves it as it is, which only costs others speed.
 * @returns a function to be called when the program has ended
 */
export function lowerPriority(pid: number, { firstNice, nice }: Priority): () => void {
  if (nice === 0) return () => {};
  let timer: NodeJS.Timeout;
  const lower = () => {
    if (nice !== firstNice) reniceThreads(pid, nice);
    if (!reniceSession(pid, nice)) timer = setTimeout(lower, RETRY_MS);
  };
  timer = setTimeout(lower, nice === firstNice ? 0 : FIRST_MS);
  return () => clearTimeout(timer);
}

/** Linux has a niceness for each thread. */
function reniceThreads(pid: number, nice: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), nice);
  } catch {
    // A thread has ended, or the system has no such folder.
  }
}

/**
 * Kernels that group processes by session compare niceness within a session only, and give each session as much of
 * the processor as any other.
 * @returns whether it is set or cannot be set
 */
function reniceSession(pid: number, nice: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
  return true;
}
