// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines } from './log-files.mjs';
import { isRoot } from './nobody.mjs';
import { findProgram } from './processes.mjs';
import { findRedis } from './redis.mjs';
import { runLogged } from './run-logged.mjs';

const RETRY_AFTER_MS = 24 * 3600 * 1000;

/**
 * @typedef {object} Need
 * @property {string[]} packages Debian's names
 * @property {string} [brew]
 * @property {boolean} hard whether Cutroom cannot start without it
 * @property {string} without what does not work while it is missing, for a sentence that begins with "Without
 * …"
 * @property {boolean} present
 */

/**
 * Returns the system packages that Cutroom needs, and whether they are installed.
 * @param {Record<string, string | undefined>} env
 * @param {{ browser?: boolean, pooler?: boolean }} [options]
 * @returns {Need[]}
 */
export function systemNeeds(env, { browser = false, pooler = false } = {}) {
  const has = (/** @type {string} */ program) => findProgram(program) !== undefined;
  const linux = process.platform === 'linux';
  const needs = [
    {
      packages: ['ffmpeg'],
      brew: 'ffmpeg',
      hard: true,
      without: 'no film can be made',
      present: has(env.FFMPEG_PATH || 'ffmpeg') && has(env.FFPROBE_PATH || 'ffprobe'),
    },
    {
      packages: ['redis-tools'],
      brew: 'redis',
      hard: true,
      without: 'no jobs can be queued',
      present: Boolean(env.REDIS_URL) || findRedis() !== undefined,
    },
    {
      packages: ['util-linux'],
      hard: isRoot() && !env.DATABASE_URL,
      without: 'a killed start may leave processes behind until the next one',
      present: !linux || has('setpriv'),
    },
    {
      packages: ['bzip2'],
      hard: false,
      without: 'models that come as archives cannot be unpacked',
      present: has('bzip2'),
    },
    {
      packages: ['espeak-ng'],
      brew: 'espeak-ng',
      hard: false,
      without: 'narration falls back to a slower voice, or to none',
      present: has('espeak-ng'),
    },
    {
      packages: ['flite'],
      hard: false,
      without:
        'narration in English sounds worse, and the sample videos have no speech that can be recognised',
      present: !linux || has('flite'),
    },
    {
      packages: ['pocketsphinx', 'pocketsphinx-en-us'],
      hard: false,
      without: 'speech is not turned into text',
      present:
        !linux || (has('pocketsphinx_continuous') && existsSync('/usr/share/pocketsphinx/model/en-us')),
    },
  ];
  if (browser) {
    const whole = has('chromium') || has('google-chrome');
    needs.push({
      packages: ['chromium-headless-shell'],
      brew: 'chromium',
      hard: !whole,
      without: 'browser tests take half as long again',
      present: has('chromium-headless-shell') || (!linux && whole),
    });
  }
  if (pooler) {
    needs.push({
      packages: ['pgbouncer'],
      brew: 'pgbouncer',
      hard: false,
      without: 'the tests of PgBouncer fail',
      present: has('pgbouncer') || has('/usr/sbin/pgbouncer'),
    });
  }
  return needs;
}

/**
 * Installs missing packages if permitted; otherwise prints how to install them.
 * @param {{ env: Record<string, string | undefined>, dataDir: string, logFile: string, browser?: boolean, pooler?: boolean,
 * print: (line: string) => void, signal?: AbortSignal }} options
 * @throws Error with one sentence for the operator if a required package is still missing
 */
export async function ensureSystemPackages({ env, dataDir, logFile, browser, pooler, print, signal }) {
  const missing = () => systemNeeds(env, { browser, pooler }).filter((need) => !need.present);
  const first = missing();
  if (first.length === 0) return;

  const stamp = join(dataDir, 'packages-tried.json');
  const prefix = aptPrefix();
  if (prefix && (first.some((need) => need.hard) || !triedRecently(stamp, first))) {
    print(`Installing ${packagesOf(first).join(' ')} …`);
    const ok = await aptInstall(prefix, first, { logFile, signal });
    if (!ok) print(`apt-get did not install everything:\n${lastLines(logFile, 3).replace(/^/gm, '    ')}`);
    writeFileSync(stamp, JSON.stringify({ at: Date.now(), packages: packagesOf(first) }), { mode: 0o600 });
  }
  const stillMissing = missing();
  const hard = stillMissing.filter((need) => need.hard);
  if (hard.length > 0) throw new Error(`Cutroom needs ${namesOf(hard)}, so please run: ${howTo(hard)}`);
  for (const need of stillMissing)
    print(`Without ${namesOf([need])} ${need.without}; to install it, run: ${howTo([need])}`);
}

/** @param {Need[]} needs */
const packagesOf = (needs) => needs.flatMap((need) => need.packages);

/** @param {Need[]} needs */
const namesOf = (needs) => packagesOf(needs).join(' and ');

/**
 * Returns the command with which a person installs the packages.
 * @param {Need[]} needs
 */
export function howTo(needs) {
  if (process.platform === 'darwin') {
    return `brew install ${needs.map((need) => need.brew ?? need.packages[0]).join(' ')}`;
  }
  const names = packagesOf(needs).join(' ');
  if (!findProgram('apt-get')) return `this system's package manager (the names in Debian: ${names})`;
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}`;
}

/**
 * Returns the command that runs apt-get without asking for a password, or `undefined` if that is not
 * possible.
 * @returns {string[] | undefined}
 */
function aptPrefix() {
  if (process.platform !== 'linux' || !findProgram('apt-get')) return undefined;
  if (isRoot()) return [];
  const allowed = findProgram('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return allowed ? ['sudo', '-n'] : undefined;
}

/**
 * @param {string[]} prefix
 * @param {Need[]} needs
 * @param {{ logFile: string, signal?: AbortSignal }} options
 */
async function aptInstall(prefix, needs, options) {
  const apt = (/** @type {string[]} */ ...args) =>
    runLogged([...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args], {
      ...options,
      // On SIGINT, apt-get stops cleanly between two packages.
      abortSignal: 'SIGINT',
    });
  const install = (/** @type {Need[]} */ some) =>
    apt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...packagesOf(some));
  // A failed update of one of several package sources must not prevent the installation.
  await apt('update', '-o', 'DPkg::Lock::Timeout=120');
  if (await install(needs)) return true;
  const hard = needs.filter((need) => need.hard);
  if (hard.length > 0 && hard.length < needs.length) await install(hard);
  return false;
}

/**
 * Whether installing the same packages failed recently: a start without a network must not wait each time.
 * @param {string} stamp
 * @param {Need[]} needs
 */
function triedRecently(stamp, needs) {
  if (!existsSync(stamp)) return false;
  const { at, packages } = JSON.parse(readFileSync(stamp, 'utf8'));
  return Date.now() - at < RETRY_AFTER_MS && packagesOf(needs).every((name) => packages.includes(name));
}
