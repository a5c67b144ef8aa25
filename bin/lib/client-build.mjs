// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './log-files.mjs';
import { ROOT } from './paths.mjs';
import { processStamp } from './processes.mjs';
import { runLogged } from './run-logged.mjs';

const DIST = join(ROOT, 'dist');
const OUTPUT = join(DIST, 'client');
const STAMP = join(DIST, 'client.sha256');
const INPUTS = [
  'client',
  'shared/contract',
  'shared/text',
  'shared/film',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * Builds the client when one of its inputs changed.
 * @param {{ logFile: string, print: (line: string) => void, signal?: AbortSignal, force?: boolean }} options
 */
export async function ensureClientBuild({ logFile, print, signal, force = false }) {
  if (!existsSync(join(ROOT, 'client', 'index.html'))) return;
  const expected = hashOf(INPUTS);
  const built =
    existsSync(STAMP) && existsSync(join(OUTPUT, 'index.html')) ? readFileSync(STAMP, 'utf8') : '';
  if (built === expected && !force) return;
  print('Building the client …');
  removeAbandoned();
  // Builds in a separate folder and swaps it in as a whole, so that a running server never sees half a build.
  const aside = `${OUTPUT}.${process.pid}`;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const command = [process.execPath, vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    // Ignores a NODE_ENV that the caller (such as a test runner) may have set.
    const env = { ...process.env, NODE_ENV: 'production' };
    if (!(await runLogged(command, { logFile, cwd: ROOT, env, signal, deathSignal: 'SIGKILL' }))) {
      throw new Error(`The client build failed:\n${lastLines(logFile, 30)}`);
    }
    // If killed from here on, the existing build is invalid.
    rmSync(STAMP, { force: true });
    rmSync(OUTPUT, { recursive: true, force: true });
    renameSync(aside, OUTPUT);
    writeFileSync(STAMP, expected);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Removes the folders of killed builds beside the client. */
function removeAbandoned() {
  for (const name of existsSync(DIST) ? readdirSync(DIST) : []) {
    const pid = /^client\.(\d+)$/.exec(name)?.[1];
    if (pid && processStamp(Number(pid)) === undefined) rmSync(join(DIST, name), { recursive: true });
  }
}

/** @param {string[]} inputs files and folders, relative to the checkout */
function hashOf(inputs) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  };
  for (const input of inputs) add(input);
  return hash.digest('hex');
}
