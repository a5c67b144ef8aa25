// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * Runs vitest and counts by its report; the terminal shows its own output.
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
  if (!existsSync(report)) {
    console.error('vitest left no report.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return countReport(JSON.parse(readFileSync(report, 'utf8')), code);
}

/**
 * @typedef {object} Report vitest's JSON, in as far as it is read here
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one entry per file
 */

/**
 * Counts a report. A file that fails without a failed test (it could not be loaded, say) is one failure, and so is
 * a run that failed elsewhere or ran nothing.
 * @param {Report} report
 * @param {number} exitCode
 */
export function countReport(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report.testResults) {
    const failedBefore = counts.failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed += 1;
  }
  if (counts.passed + counts.failed === 0) {
    console.error('vitest ran no test.');
    counts.failed = 1;
  } else if (exitCode !== 0 && counts.failed === 0) {
    console.error(`vitest ended with code ${exitCode} though no test failed.`);
    counts.failed = 1;
  }
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
