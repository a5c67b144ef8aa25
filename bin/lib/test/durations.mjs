// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * Seconds by path of the test file, relative to the checkout.
 * @typedef {Record<string, number>} Durations
 * @typedef {import('./vitest-run.mjs').FileResult} FileResult
 */

export const DURATIONS_FILE = 'tests/durations.json';
const SLOWEST = 20;

/**
 * Reads the recorded durations. Returns none if there is no record.
 * @param {string} [root]
 * @returns {Durations}
 */
export function readDurations(root = ROOT) {
  const file = join(root, DURATIONS_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * @param {Durations} durations
 * @param {string} [root]
 */
export function writeDurations(durations, root = ROOT) {
  writeFileSync(join(root, DURATIONS_FILE), `${JSON.stringify(durations, null, 2)}\n`);
}

/**
 * Returns the durations after a full run, sorted by path. A file that failed keeps its previous duration, since it may
 * have ended early or waited for a timeout.
 * @param {Durations} previous
 * @param {FileResult[]} files results of the first run, without reruns
 * @param {(path: string) => boolean} exists
 * @returns {Durations}
 */
export function updateDurations(previous, files, exists) {
  /** @type {Map<string, number>} */
  const seconds = new Map(Object.entries(previous));
  for (const file of files) {
    if (file.seconds !== undefined && file.failures.length === 0)
      seconds.set(file.path, Math.round(file.seconds * 10) / 10);
  }
  const entries = [...seconds].filter(([path]) => exists(path));
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Formats the slowest files and the total of each level.
 * @param {FileResult[]} files
 * @returns {string[]} no lines if no file was measured
 */
export function formatDurations(files) {
  const measured = files.flatMap(({ path, seconds }) => (seconds === undefined ? [] : [{ path, seconds }]));
  if (measured.length === 0) return [];
  /** @type {Map<string, number>} */
  const levels = new Map();
  for (const { path, seconds } of measured) {
    const [, level = path] = path.split('/');
    levels.set(level, (levels.get(level) ?? 0) + seconds);
  }
  const slowest = measured.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const totals = [...levels].toSorted(([, a], [, b]) => b - a);
  return [
    '',
    'Slowest files, in seconds',
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${path}`),
    '',
    'Total of each level, in seconds (files run concurrently)',
    ...totals.map(([level, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${level}`),
  ];
}
