// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * What vitest's JSON report lacks: the time that a file's imports and hooks took, and errors outside of tests.
 * @typedef {object} Details
 * @property {Record<string, number>} seconds by absolute path
 * @property {{ file?: string, message: string }[]} errors unhandled errors; `file` is the file that was running
 *
 * @typedef {object} TestModule the parts of vitest's `TestModule` that are used here
 * @property {string} moduleId
 * @property {() => { setupDuration: number, collectDuration: number, duration: number }} diagnostic
 *
 * @typedef {{ message: string, stack?: string, VITEST_TEST_PATH?: unknown }} UnhandledError
 */

/**
 * @param {readonly TestModule[]} modules
 * @param {readonly UnhandledError[]} errors
 * @returns {Details}
 */
export function collectDetails(modules, errors) {
  return {
    seconds: Object.fromEntries(
      modules.map((module) => {
        const { setupDuration, collectDuration, duration } = module.diagnostic();
        return [module.moduleId, (setupDuration + collectDuration + duration) / 1000];
      }),
    ),
    errors: errors.map(({ message, stack, VITEST_TEST_PATH: file }) => ({
      ...(typeof file === 'string' && { file }),
      message: stack ?? message,
    })),
  };
}

/** A vitest reporter that writes `Details` to the file named by CUTROOM_TEST_DETAILS. */
export default class DetailsReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly UnhandledError[]} errors
   */
  onTestRunEnd(modules, errors) {
    const file = process.env.CUTROOM_TEST_DETAILS;
    if (file) writeFileSync(file, JSON.stringify(collectDetails(modules, errors)));
  }
}
