// @ts-check
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../paths.mjs';

/**
 * @typedef {object} Failure
 * @property {string} name such as "tests/unit/a.test.ts > sorting > keeps equal items in place"
 * @property {string} message
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Failure[]} failures one per failed test or gate
 *
 * @typedef {object} Flaky a file that failed, then passed when run alone
 * @property {string} file
 * @property {Failure} failure the file's first failure
 */

/**
 * Adds up counts.
 * @param {Counts[]} all
 * @returns {Counts}
 */
export const addCounts = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
});

/**
 * Counts the tests of a vitest run.
 * @param {import('./vitest-run.mjs').RunResult} run
 * @returns {Counts}
 */
export function countTests({ files, failures }) {
  const all = [...files.flatMap((file) => file.failures), ...failures];
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.length,
    skipped: files.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all,
  };
}

/**
 * Returns the first line of a message, without colours and without the path of the checkout.
 * @param {string} message
 */
export function firstLine(message) {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  return line.trim().replaceAll(`${ROOT}/`, '');
}

/**
 * Formats the end of a run: flaky tests and failures, each with the first line of its message, then the counts alone
 * on the last line.
 * @param {Counts} counts
 * @param {Flaky[]} [flaky]
 * @param {string[]} [defects] sentences about files that have been flaky before
 * @returns {string}
 */
export function summary({ passed, failed, skipped, failures }, flaky = [], defects = []) {
  const flakyLines = flaky.flatMap(({ failure }) => formatFailure('FLAKY', failure));
  const failureLines = failures.flatMap((failure) => formatFailure('FAIL', failure));
  const sections = [
    flaky.length > 0 ? ['Flaky (failed, then passed when run alone)', ...flakyLines, ...defects] : [],
    failureLines,
    [`${passed} passed, ${failed} failed, ${skipped} skipped`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/**
 * @param {string} label
 * @param {Failure} failure
 */
function formatFailure(label, { name, message }) {
  const start = `${label}  `;
  return [`${start}${name}`, `${' '.repeat(start.length)}${firstLine(message)}`];
}
