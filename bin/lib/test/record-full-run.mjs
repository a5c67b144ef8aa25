// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';
import { readDurations, updateDurations, writeDurations } from './durations.mjs';
import {
  describeDefects,
  FULL_TIER_FILE,
  formatFullTier,
  readFullTier,
  unrecordableReason,
  updateFullTier,
  writeFullTier,
} from './full-tier.mjs';
import { changedSince, commitsSince, readCheckout } from './git.mjs';

/**
 * @typedef {import('./git.mjs').Checkout} Checkout
 * @typedef {import('./summary.mjs').Counts} Counts
 * @typedef {import('./summary.mjs').Flaky} Flaky
 * @typedef {import('./vitest-run.mjs').FileResult} FileResult
 */

/**
 * Writes the result and the durations of a full run into their tracked files. Failures to write are reported, not
 * thrown: they must not fail the run.
 * @param {object} run
 * @param {Counts} run.counts
 * @param {Flaky[]} run.flaky
 * @param {FileResult[]} run.files results without reruns, for the durations
 * @param {number} run.startedAt in ms
 * @param {Checkout | null} run.checkout state of the checkout at the beginning of the run
 * @param {string} [root]
 * @returns {{ notes: string[], defects: string[] }} sentences to print
 */
export function recordFullRun({ counts, flaky, files, startedAt, checkout }, root = ROOT) {
  try {
    const exists = (/** @type {string} */ path) => existsSync(join(root, path));
    writeDurations(updateDurations(readDurations(root), files, exists), root);
    const reason = unrecordableReason(checkout, readCheckout(root));
    const now = Date.now();
    const { passed, failed, skipped } = counts;
    const run = {
      commit: checkout?.commit ?? null,
      date: new Date(now).toISOString().slice(0, 10),
      passed,
      failed,
      skipped,
      minutes: Math.round((now - startedAt) / 6_000) / 10,
      green: failed === 0,
    };
    const record = updateFullTier(readFullTier(root), run, flaky, reason === undefined);
    writeFullTier(record, root);
    return {
      notes:
        run.green && reason !== undefined
          ? [`This green run is not recorded as the last green one, because ${reason}.`]
          : [],
      defects: describeDefects(record, flaky),
    };
  } catch (error) {
    return { notes: [`Could not record this run: ${messageOf(error)}`], defects: [] };
  }
}

/**
 * Returns the line about the last green full run. Never throws: it must not fail a run.
 * @param {string} [root]
 */
export function fullTierLine(root = ROOT) {
  try {
    const { lastGreen } = readFullTier(root);
    if (lastGreen === null) return formatFullTier(null, null, null);
    return formatFullTier(
      lastGreen,
      commitsSince(lastGreen.commit, root),
      changedSince(lastGreen.commit, root),
    );
  } catch (error) {
    return `Could not read ${FULL_TIER_FILE}: ${messageOf(error)}`;
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
