// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveChildren } from '../child.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { sendSignal } from '../processes.mjs';
import { ensureSystemPackages } from '../system-packages.mjs';
import { formatDurations } from './durations.mjs';
import { BUILDS, CHECKS, runGates } from './gates.mjs';
import { readCheckout } from './git.mjs';
import { fullTierLine, recordFullRun } from './record-full-run.mjs';
import { rerunFailed } from './rerun.mjs';
import { addCounts, countTests, summary } from './summary.mjs';
import { runVitest } from './vitest-run.mjs';

/** Options of this program; all other arguments are vitest's. */
const OPTIONS = new Set(['--fast', '--full', '--']);
const FAST = ['--project', 'unit'];

/**
 * @typedef {object} Plan
 * @property {boolean} fast whether only the unit tests run
 * @property {boolean} whole whether no files are named: the gates run too
 * @property {string[]} vitestArgs
 * @property {'commit' | 'full'} tier
 * @property {boolean} recorded whether the result is written into the tracked files of the full tier
 * @property {boolean} rerunnable whether failed files are run again
 *
 * @typedef {object} Results
 * @property {import('./summary.mjs').Counts} counts
 * @property {import('./summary.mjs').Flaky[]} flaky
 * @property {import('./vitest-run.mjs').FileResult[]} files results without reruns
 */

const print = (/** @type {string} */ line) => console.log(line);

/**
 * `npm test [-- filters]`: runs the gates and tests, then prints the durations, the flaky and failed tests, and the
 * counts on a line of their own. The exit code is 1 if something failed.
 * @param {string[]} args `--fast` for the gates and unit tests alone, `--full` for all tests, then vitest's filters
 */
export async function runTests(args) {
  const plan = planRun(args);
  const abort = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      abort.abort();
      for (const child of liveChildren) sendSignal(child.pid, 'SIGTERM');
    });
  }
  const startedAt = Date.now();
  const checkout = plan.recorded ? readCheckout() : null;
  const { counts, flaky, files } = await collectResults(plan, abort.signal);
  if (counts.failed > 0) process.exitCode = 1;
  formatDurations(files).forEach(print);
  /** @type {string[]} */
  let defects = [];
  if (plan.recorded) {
    const record = abort.signal.aborted
      ? { notes: ['This run was interrupted, so it is not recorded.'], defects }
      : recordFullRun({ counts, flaky, files, startedAt, checkout });
    if (record.notes.length > 0) print('');
    record.notes.forEach(print);
    defects = record.defects;
  }
  print('');
  print(summary(counts, flaky, defects));
  if (plan.whole && !plan.fast) print(fullTierLine());
}

/**
 * Returns what a run does.
 * @param {string[]} args
 * @returns {Plan}
 */
export function planRun(args) {
  const fast = args.includes('--fast');
  const full = args.includes('--full');
  const filters = args.filter((arg) => !OPTIONS.has(arg));
  const whole = filters.length === 0;
  return {
    fast,
    whole,
    vitestArgs: [...(fast ? FAST : []), ...filters],
    // Named files run as in the full tier, even those that the commit tier lacks.
    tier: full || !whole ? 'full' : 'commit',
    recorded: full && whole,
    // Options such as -t select tests within a file, and its rerun would count different tests.
    rerunnable: !filters.some((filter) => filter.startsWith('-')),
  };
}

/**
 * @param {Plan} plan
 * @param {AbortSignal} signal
 * @returns {Promise<Results>}
 */
async function collectResults({ fast, whole, vitestArgs, tier, rerunnable }, signal) {
  const work = mkdtempSync(join(tmpdir(), 'cutroom-npm-test-'));
  /** @type {import('./summary.mjs').Counts[]} */
  const counts = [];
  /** @type {Results} */
  const results = { counts: addCounts([]), flaky: [], files: [] };
  try {
    await prepare(work, { fast, tier });
    const vitest = (/** @type {string[]} */ args, reportName = 'vitest') =>
      runVitest({ args, tier, reportName, work, signal });
    if (whole) counts.push(await runGates(BUILDS, work));
    signal.throwIfAborted();
    // Tests spend much of their time waiting, which leaves the processor to the gates. Named files need no gates.
    const [checks, first] = await Promise.all([runGates(whole ? CHECKS : [], work), vitest(vitestArgs)]);
    counts.push(checks);
    results.files = first.files;
    let rerunCount = 0;
    // Without other projects, vitest starts no database for a unit test.
    const runFile = (/** @type {string} */ path) =>
      vitest([...(path.startsWith('tests/unit/') ? FAST : []), path], `rerun-${(rerunCount += 1)}`);
    const { run, flaky } = rerunnable
      ? await rerunFailed(first, { runFile, signal, print })
      : { run: first, flaky: [] };
    counts.push(countTests(run));
    results.flaky = flaky;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The summary has only the first line; the output of npm or apt-get follows it.
    console.error(message);
    counts.push({ passed: 0, failed: 1, skipped: 0, failures: [{ name: 'npm test', message }] });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { ...results, counts: addCounts(counts) };
}

/**
 * @param {string} work
 * @param {Pick<Plan, 'fast' | 'tier'>} plan unit tests need no system packages
 */
async function prepare(work, { fast, tier }) {
  await Promise.all([
    ensureNodeModules({ logFile: join(work, 'npm.log'), print }),
    fast
      ? undefined
      : ensureSystemPackages({
          env: process.env,
          dataDir: work,
          logFile: join(work, 'apt.log'),
          browser: true,
          pooler: tier === 'full',
          print,
        }),
  ]);
}
