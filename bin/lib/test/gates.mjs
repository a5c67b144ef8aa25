// @ts-check
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildNode } from '../node-build.mjs';
import { ensureClientBuild } from '../client-build.mjs';
import { ROOT } from '../paths.mjs';

const CHECKED = [
  'shared',
  'server',
  'worker',
  'client',
  'client-sdk',
  'ops',
  'standins',
  'sample-library',
  'tests',
  'bench',
];

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {(work: string) => Promise<string>} run returns the errors, or an empty string
 */

/**
 * Gates that tests depend on.
 * @type {Gate[]}
 */
export const BUILDS = [
  { name: 'client build', run: buildClient },
  { name: 'build of the processes', run: buildProcesses },
];

/**
 * Gates independent of the tests.
 * @type {Gate[]}
 */
export const CHECKS = [
  // Uses one checker: each of several would compute the types that its files share with the others' again.
  { name: 'types', run: () => tool('@typescript/native/bin/tsc', ['--noEmit', '--checkers', '1']) },
  { name: 'format', run: () => tool('oxfmt/bin/oxfmt', ['--check']) },
  { name: 'lint', run: () => tool('oxlint/bin/oxlint', ['--deny-warnings']) },
  {
    name: 'imports',
    run: () =>
      tool('dependency-cruiser/bin/dependency-cruise.mjs', [
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err-long',
        ...CHECKED.filter((folder) => existsSync(join(ROOT, folder))),
      ]),
  },
  { name: 'compose file', run: () => tool('dclint/bin/dclint.cjs', ['docker-compose.yml']) },
];

/**
 * Runs gates, two at a time; each counts as one test.
 * @param {Gate[]} gates
 * @param {string} work a folder for logs
 */
export async function runGates(gates, work) {
  /** @type {import('./summary.mjs').Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const queue = [...gates];
  const runQueue = async () => {
    for (let gate = queue.shift(); gate; gate = queue.shift()) {
      const since = Date.now();
      const problem = await gate.run(work).catch((error) => String(error));
      const duration = `${((Date.now() - since) / 1000).toFixed(1)} s`;
      if (problem === '') counts.passed += 1;
      else {
        counts.failed += 1;
        counts.failures.push({ name: `gate > ${gate.name}`, message: problem });
      }
      console.log(
        problem === ''
          ? `ok    ${gate.name} (${duration})`
          : `FAIL  ${gate.name} (${duration})\n${problem}\n`,
      );
    }
  };
  await Promise.all([runQueue(), runQueue()]);
  return counts;
}

/**
 * Runs a tool of node_modules.
 * @param {string} path
 * @param {string[]} args
 * @returns {Promise<string>} its output if it failed, otherwise an empty string
 */
function tool(path, args) {
  return new Promise((resolve) => {
    const command = [join(ROOT, 'node_modules', path), ...args];
    const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}`.trim() || `${path} failed without output.`);
    });
  });
}

/** @param {string} work */
async function buildClient(work) {
  await ensureClientBuild({ logFile: join(work, 'vite.log'), print: () => {} });
  return '';
}

async function buildProcesses() {
  await buildNode();
  return '';
}
