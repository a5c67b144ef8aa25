import { availableParallelism } from 'node:os';

/** The threads of each of several works that run side by side on this machine. */
export const threadsEach = (sideBySide: number, cores = availableParallelism()): number =>
  Math.max(1, Math.floor(cores / Math.max(1, sideBySide)));
