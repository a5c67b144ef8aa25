import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The niceness of work for which no user waits, from its start. */
export const BACKGROUND_NICE = 19;
/** The niceness of other programs in their first moments, so that short ones pass those that run for minutes. */
const FIRST_NICE = 3;
const FIRST_MS = 2000;
/** Linux allows others than root to set the niceness of a session ten times a second. */
const RETRY_MS = 150;

export const firstNice = (nice: number): number =>
  nice >= BACKGROUND_NICE ? nice : Math.min(nice, FIRST_NICE);

/**
 * Sets the niceness of a program that leads its own session: of background work now, of other programs after two
 * seconds. A system that refuses leaves the program as it is, which only costs others speed.
 * @returns a function to be called when the program has ended
 */
export function lowerPriority(pid: number, nice: number): () => void {
  let timer: NodeJS.Timeout;
  const lower = () => {
    reniceThreads(pid, nice);
    if (!reniceSession(pid, nice)) timer = setTimeout(lower, RETRY_MS);
  };
  timer = setTimeout(lower, nice >= BACKGROUND_NICE ? 0 : FIRST_MS);
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
