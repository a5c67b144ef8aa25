import { availableParallelism } from 'node:os';

/** Returns the number of threads for each of several parallel tasks on this machine. */
export const threadsEach = (sideBySide: number, cores = availableParallelism()): number =>
  Math.max(1, Math.floor(cores / Math.max(1, sideBySide)));
