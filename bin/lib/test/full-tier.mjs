// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { DURATIONS_FILE } from './durations.mjs';
import { dueReasons } from './full-tier-due.mjs';
import { firstLine } from './summary.mjs';

/**
 * @typedef {object} GreenRun
 * @property {string} commit
 * @property {string} date such as "2026-11-26"
 *
 * @typedef {object} FullRun
 * @property {string | null} commit `null` without git
 * @property {string} date
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} minutes
 * @property {boolean} green
 *
 * @typedef {object} FlakyFile
 * @property {string} file
 * @property {string} date
 * @property {string} message name of the test within the file, and first line of its message
 *
 * @typedef {object} FullTierRecord
 * @property {FullRun | null} last
 * @property {GreenRun | null} lastGreen
 * @property {FlakyFile[]} flaky
 */

export const FULL_TIER_FILE = 'tests/full-tier.json';

/** Files that a full run writes itself. */
const RECORDS = new Set([DURATIONS_FILE, FULL_TIER_FILE]);

/**
 * Reads the record of the full tier. Returns an empty record if the file does not exist.
 * @param {string} [root]
 * @returns {FullTierRecord}
 */
export function readFullTier(root = ROOT) {
  const file = join(root, FULL_TIER_FILE);
  if (!existsSync(file)) return { last: null, lastGreen: null, flaky: [] };
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {FullTierRecord} record
 * @param {string} [root]
 */
export function writeFullTier(record, root = ROOT) {
  writeFileSync(join(root, FULL_TIER_FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Returns why a green run may not become the last green one, or `undefined` if it may: its result must belong to a
 * commit.
 * @param {import('./git.mjs').Checkout | null} before state of the checkout at the beginning of the run
 * @param {import('./git.mjs').Checkout | null} after its state at the end
 * @returns {string | undefined}
 */
export function unrecordableReason(before, after) {
  if (before === null || after === null) return 'this is not a git checkout';
  if (before.commit !== after.commit) return 'another commit was checked out during the run';
  const changed = [...new Set([...before.changed, ...after.changed])].filter((path) => !RECORDS.has(path));
  if (changed.length === 0) return undefined;
  const [first] = changed;
  return `tracked files have uncommitted changes (${first}${changed.length > 1 ? `, ${changed.length - 1} more` : ''})`;
}

/**
 * Returns the record after a full run.
 * @param {FullTierRecord} record
 * @param {FullRun} run
 * @param {import('./summary.mjs').Flaky[]} flaky
 * @param {boolean} recordable whether a green run may become the last green one
 * @returns {FullTierRecord}
 */
export function updateFullTier(record, run, flaky, recordable) {
  const { commit, date, green } = run;
  return {
    last: run,
    lastGreen: green && recordable && commit !== null ? { commit, date } : record.lastGreen,
    flaky: [
      ...record.flaky,
      ...flaky.map(({ file, failure: { name, message } }) => ({
        file,
        date,
        message: `${name.replace(`${file} > `, '')}: ${firstLine(message)}`,
      })),
    ],
  };
}

/**
 * Returns a sentence for each flaky file of this run that is on record more than once.
 * @param {FullTierRecord} record the record that includes this run
 * @param {import('./summary.mjs').Flaky[]} flaky
 * @returns {string[]}
 */
export function describeDefects(record, flaky) {
  return flaky.flatMap(({ file }) => {
    const dates = record.flaky.filter((entry) => entry.file === file).map(({ date }) => date);
    if (dates.length < 2) return [];
    return [`${file} was flaky ${dates.length} times (${dates.join(', ')}): this is a defect to fix.`];
  });
}

/**
 * Formats the line about the full tier that ends a run.
 * @param {GreenRun | null} lastGreen
 * @param {number | null} commits how many commits ago the last green run was; `null` if its commit is unknown here
 * @param {string[] | null} changed paths that changed since then; `null` if they are unknown
 * @returns {string}
 */
export function formatFullTier(lastGreen, commits, changed) {
  if (lastGreen === null) return 'Full tier has no green run on record.';
  const { date } = lastGreen;
  const commit = lastGreen.commit.slice(0, 7);
  if (commits === null)
    return `Full tier last green at ${commit} (${date}), which is not in this checkout's history.`;
  const due = dueReasons(changed ?? []).map(({ folder }) => folder);
  const ago = commits === 1 ? '1 commit ago' : `${commits} commits ago`;
  return `Full tier last green at ${commit}, ${ago} (${date})${due.length > 0 ? `; due: ${due.join(', ')}` : ''}.`;
}
