// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * Runs vitest and counts by its report; the terminal shows vitest's own output.
 * @param {{ projects: string[], filters: string[], work: string, signal?: AbortSignal }} options
 */
export async function runVitest({ projects, filters, work, signal }) {
  const report = join(work, 'vitest.json');
  const code = await execute(
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.flatMap((name) => ['--project', name]),
      ...filters,
    ],
    signal,
  );
  return countReport(
    existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] },
    code,
  );
}

/**
 * @typedef {object} Assertion
 * @property {string} status
 * @property {string} title
 * @property {string[]} ancestorTitles
 * @property {string[]} [failureMessages]
 *
 * @typedef {object} Report vitest's JSON, in as far as it is read here
 * @property {{ name: string, status: string, message?: string, assertionResults: Assertion[] }[]} testResults one entry
 *   per file
 */

/**
 * Counts a report. A file that fails without a failed test (for example at loading) is one failure, and so is a run
 * that failed elsewhere or ran nothing.
 * @param {Report} report
 * @param {number} exitCode
 * @returns {import('./summary.mjs').Counts}
 */
export function countReport(report, exitCode) {
  /** @type {import('./summary.mjs').Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (/** @type {string} */ name, message = '') => {
    counts.failed += 1;
    counts.failures.push({ name, message });
  };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const path = relative(ROOT, name);
    const failedBefore = counts.failed;
    for (const { status, title, ancestorTitles, failureMessages } of assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') fail([path, ...ancestorTitles, title].join(' > '), failureMessages?.[0]);
      else counts.skipped += 1;
    }
    if (status === 'failed' && counts.failed === failedBefore) fail(path, message);
  }
  if (counts.passed + counts.failed === 0) fail('vitest', 'It ran no test.');
  else if (exitCode !== 0 && counts.failed === 0)
    fail('vitest', `It ended with code ${exitCode} though no test failed.`);
  return counts;
}

/**
 * @param {string[]} args
 * @param {AbortSignal} [signal]
 * @returns {Promise<number>}
 */
function execute(args, signal) {
  return new Promise((resolve) => {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    signal?.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
