// @ts-check
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Failure
 * @property {string} name such as "tests/unit/a.test.ts > sorting > keeps what is equal in place"
 * @property {string} message its first line is told again at the end
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Failure[]} failures one for each that failed
 */

/**
 * The end of `npm test`: the failures again, each with its first line, then only the counts.
 * @param {Counts} counts
 * @returns {string}
 */
export function summary({ passed, failed, skipped, failures }) {
  const told = failures.flatMap(({ name, message }) => {
    const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
    return [`FAIL  ${name}`, `      ${line.trim()}`];
  });
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return [...(told.length > 0 ? ['', ...told, ''] : []), counts].join('\n');
}
