// @ts-check
import { CutroomError } from '../../index.mjs';

/** The exit codes of the command line. README.md describes them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4, interrupted: 130 };

/** A command that was called with wrong arguments or settings. */
export class UsageError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'UsageError';
  }
}

const REFUSED = new Set([401, 402, 403]);

/**
 * Returns the exit code for a command that failed.
 * @param {unknown} error
 */
export function exitCodeOf(error) {
  if (error instanceof UsageError) return EXIT.usage;
  if (!(error instanceof CutroomError)) return EXIT.failed;
  if (error.status !== null && REFUSED.has(error.status)) return EXIT.refused;
  if (error.status === 400) return EXIT.usage;
  return error.isTransient && error.status !== 500 ? EXIT.unreachable : EXIT.failed;
}
