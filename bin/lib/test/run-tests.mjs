// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveChildren } from '../child.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { sendSignal } from '../processes.mjs';
import { ensureSystemPackages } from '../system-packages.mjs';
import { BUILDS, CHECKS, runGates } from './gates.mjs';
import { summary } from './summary.mjs';
import { runVitest } from './vitest-run.mjs';

const PROJECTS = ['unit', 'components', 'contract', 'pages', 'journeys', 'medium', 'faults'];
const FAST = ['unit'];

/**
 * `npm test [-- filters]`: the last line has only the counts; failures are named before it, and the exit code says
 * whether all passed.
 * @param {string[]} args `--fast`, then vitest's filters
 */
export async function runTests(args) {
  const fast = args.includes('--fast');
  const filters = args.filter((arg) => arg !== '--fast' && arg !== '--');
  const work = mkdtempSync(join(tmpdir(), 'cutroom-npm-test-'));
  const abort = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      abort.abort();
      for (const child of liveChildren) sendSignal(child.pid, 'SIGTERM');
    });
  }
  /** @type {import('./summary.mjs').Counts} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const add = (/** @type {import('./summary.mjs').Counts} */ counts) => {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    total.failures.push(...counts.failures);
  };
  try {
    await prepare(work, fast);
    const vitest = () => runVitest({ projects: fast ? FAST : PROJECTS, filters, work, signal: abort.signal });
    // Filters are for a few tests: the gates would only delay them.
    if (filters.length > 0) add(await vitest());
    else {
      add(await runGates(BUILDS, work));
      abort.signal.throwIfAborted();
      // Tests wait a lot, and leave the processor to the gates meanwhile.
      for (const counts of await Promise.all([runGates(CHECKS, work), vitest()])) add(counts);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The summary tells its first line alone; what npm or apt-get said of the cause follows it.
    console.error(message);
    total.failed += 1;
    total.failures.push({ name: 'npm test', message });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(summary(total));
}

/**
 * @param {string} work
 * @param {boolean} fast unit tests need nothing of the system
 */
async function prepare(work, fast) {
  const print = (/** @type {string} */ line) => console.log(line);
  await Promise.all([
    ensureNodeModules({ logFile: join(work, 'npm.log'), print }),
    fast
      ? undefined
      : ensureSystemPackages({
          env: process.env,
          dataDir: work,
          logFile: join(work, 'apt.log'),
          browser: true,
          print,
        }),
  ]);
}
