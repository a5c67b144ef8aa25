// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * @typedef {import('./summary.mjs').Failure} Failure
 * @typedef {import('./details-reporter.mjs').Details} Details
 *
 * @typedef {object} FileResult
 * @property {string} path relative to the checkout
 * @property {number | undefined} seconds how long the file took, including its imports and hooks
 * @property {number} passed
 * @property {number} skipped
 * @property {Failure[]} failures
 *
 * @typedef {object} RunResult
 * @property {FileResult[]} files
 * @property {Failure[]} failures failures that belong to no file
 *
 * @typedef {object} Assertion
 * @property {string} status
 * @property {string} title
 * @property {string[]} ancestorTitles
 * @property {string[]} [failureMessages]
 *
 * @typedef {object} Report the parts of vitest's JSON report that are used here
 * @property {{ name: string, status: string, message?: string, assertionResults: Assertion[] }[]} testResults one entry
 *   per file
 */

const DETAILS_REPORTER = join(ROOT, 'bin', 'lib', 'test', 'details-reporter.mjs');

/**
 * Runs vitest and reads its reports. The terminal shows vitest's own output.
 * @param {object} options
 * @param {string[]} options.args filters and options of vitest
 * @param {'commit' | 'full'} options.tier
 * @param {string} options.reportName unique within the work folder
 * @param {string} options.work a folder for the reports
 * @param {AbortSignal} options.signal
 * @returns {Promise<RunResult>}
 */
export async function runVitest({ args, tier, reportName, work, signal }) {
  const report = join(work, `${reportName}.json`);
  const details = join(work, `${reportName}-details.json`);
  const code = await execute(
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${DETAILS_REPORTER}`,
      `--outputFile.json=${report}`,
      ...args,
    ],
    { CUTROOM_TEST_TIER: tier, CUTROOM_TEST_DETAILS: details },
    signal,
  );
  return readReport(
    readJson(report, { testResults: [] }),
    readJson(details, { seconds: {}, errors: [] }),
    code,
  );
}

/**
 * Reads the results of each file. A file without a failed test has one failure if it could not be loaded or caused an
 * unhandled error. A run that executed no test, or that failed for a reason outside its files, has a failure of its
 * own.
 * @param {Report} report
 * @param {Details} details
 * @param {number} exitCode
 * @returns {RunResult}
 */
export function readReport(report, details, exitCode) {
  const files = report.testResults.map((result) => readFile(result, details));
  const paths = new Set(report.testResults.map(({ name }) => name));
  const failures = details.errors
    .filter(({ file }) => file === undefined || !paths.has(file))
    .map(({ message }) => ({ name: 'vitest > unhandled error', message }));
  const ran = files.some((file) => file.passed + file.failures.length > 0);
  const failed = failures.length > 0 || files.some((file) => file.failures.length > 0);
  if (!ran && failures.length === 0) failures.push({ name: 'vitest', message: 'No test was run.' });
  else if (exitCode !== 0 && !failed)
    failures.push({ name: 'vitest', message: `Exited with code ${exitCode} although no test failed.` });
  return { files, failures };
}

/**
 * @param {Report['testResults'][number]} result
 * @param {Details} details
 * @returns {FileResult}
 */
function readFile({ name, status, message = '', assertionResults }, { seconds, errors }) {
  const path = relative(ROOT, name);
  /** @type {FileResult} */
  const file = { path, seconds: seconds[name], passed: 0, skipped: 0, failures: [] };
  for (const { status, title, ancestorTitles, failureMessages } of assertionResults) {
    if (status === 'passed') file.passed += 1;
    else if (status !== 'failed') file.skipped += 1;
    else {
      const test = [path, ...ancestorTitles, title].join(' > ');
      file.failures.push({ name: test, message: failureMessages?.[0] ?? '' });
    }
  }
  if (file.failures.length > 0) return file;
  const unhandled = errors.find((error) => error.file === name);
  if (status === 'failed') file.failures.push({ name: path, message });
  else if (unhandled) file.failures.push({ name: `${path} > unhandled error`, message: unhandled.message });
  return file;
}

/**
 * @template T
 * @param {string} file
 * @param {T} missing
 * @returns {T}
 */
function readJson(file, missing) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : missing;
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
function execute(args, env, signal) {
  return new Promise((resolve) => {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      resolve(code ?? 1);
    });
  });
}
