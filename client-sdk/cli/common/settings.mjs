// @ts-check
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { UsageError } from './exit-codes.mjs';

const DEFAULT_URL = 'http://localhost:3000';

/** @typedef {{ url: string, apiKey: string }} Settings */
/** @typedef {Pick<import('../run.mjs').Io, 'env' | 'platform' | 'home'>} Place */

/**
 * Returns the path of the settings file, in the folder that the operating system has for settings.
 * @param {Place} place
 */
export function settingsPath({ env, platform, home }) {
  const { join } = platform === 'win32' ? win32 : posix;
  if (platform === 'win32')
    return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'cutroom', 'cli.json');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'cutroom', 'cli.json');
}

/**
 * Returns the address and the API key: of the environment, otherwise of the settings file. The key of the file
 * is used only with the address of the file, so that it is never sent to another server.
 * @param {Place} place
 * @returns {Promise<{ url: string, apiKey: string | undefined }>}
 */
export async function readSettings(place) {
  const { CUTROOM_URL, CUTROOM_API_KEY } = place.env;
  if (CUTROOM_API_KEY) return { url: CUTROOM_URL || DEFAULT_URL, apiKey: CUTROOM_API_KEY };
  const stored = await readFileSettings(place);
  const url = CUTROOM_URL || stored?.url || DEFAULT_URL;
  return { url, apiKey: stored && isSame(url, stored.url) ? stored.apiKey : undefined };
}

/**
 * Returns the address alone, also while the settings file is unusable.
 * @param {Place} place
 * @returns {Promise<{ url: string, apiKey: undefined }>}
 */
export async function readAddress(place) {
  const { url } = await readSettings(place).catch(() => ({ url: DEFAULT_URL }));
  return { url: place.env['CUTROOM_URL'] || url, apiKey: undefined };
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

/**
 * @param {Place} place
 * @returns {Promise<Settings | null>}
 */
async function readFileSettings(place) {
  const path = settingsPath(place);
  const stats = await stat(path).catch(() => null);
  if (stats === null) return null;
  if (place.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new UsageError(`Other users can read ${path}. Run: chmod 600 '${path}'`);
  }
  try {
    const { url, apiKey } = JSON.parse(await readFile(path, 'utf8'));
    if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey };
  } catch {
    // The same as other contents that are not settings.
  }
  throw new UsageError(`${path} is not a settings file. Delete it and run: cutroom login`);
}

/**
 * Stores the settings, readable by this user alone, and returns their path.
 * @param {Place} place
 * @param {Settings} settings
 */
export async function writeSettings(place, settings) {
  const path = settingsPath(place);
  const { dirname } = place.platform === 'win32' ? win32 : posix;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  // A file that existed keeps its mode.
  if (place.platform !== 'win32') await chmod(draft, 0o600);
  await rename(draft, path);
  return path;
}
