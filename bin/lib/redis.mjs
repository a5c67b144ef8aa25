// @ts-check
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, waitUntilReady } from './child.mjs';
import { randomPort } from './ports.mjs';
import { findProgram, stopLeftover, worksInFolder } from './processes.mjs';

const TRIES = 3;

/**
 * Returns the path of this machine's Redis server. Debian's redis-tools contains the same binary under
 * another name and, unlike redis-server, starts no system service.
 * @returns {string | undefined}
 */
export const findRedis = () => findProgram('redis-server') ?? findProgram('redis-check-rdb');

/**
 * Starts a private Redis on a folder: append-only, never evicting, on the loopback address with a password.
 * Resolves when it answers.
 * @param {{ folder: string, password: string, logFile: string, port?: number, settings?: () =>
 * Promise<string[]>, args?: string[] }} options `settings` returns more lines of its configuration; it is called
 * for each attempt, since ports in them may be taken too
 */
export async function startRedis({ folder, password, logFile, port, settings, args = [] }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  const command = serverUnderItsName(real);
  for (let attempt = 1; ; attempt += 1) {
    await stopFormer(real);
    const at = port ?? (await randomPort());
    // The password goes into a file, since every user can read a process's arguments.
    const config = join(real, 'redis.conf');
    writeFileSync(config, [configuration(real, at, password), ...((await settings?.()) ?? [])].join('\n'), {
      mode: 0o600,
    });
    const child = startChild({
      name: 'Redis',
      command,
      args: [config, ...args],
      cwd: real,
      logFile,
      deathSignal: 'SIGTERM',
    });
    try {
      await waitUntilReady(child, answers(at, password, child));
      return Object.assign(child, { url: `redis://:${password}@127.0.0.1:${at}`, port: at });
    } catch (error) {
      // Another process may have taken the port after it was chosen.
      if (attempt === TRIES) throw error;
    }
  }
}

/** @param {string} folder */
function serverUnderItsName(folder) {
  const program = findRedis();
  if (!program) throw new Error('Redis is not installed: install the package redis-tools.');
  if (!program.endsWith('redis-check-rdb')) return program;
  const link = join(folder, 'redis-server');
  rmSync(link, { force: true });
  symlinkSync(program, link);
  return link;
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {string} password
 */
const configuration = (folder, port, password) => `bind 127.0.0.1
port ${port}
requirepass ${password}
dir "${folder}"
pidfile "${join(folder, 'redis.pid')}"
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
databases 1024
`;

/**
 * Resolves when Redis has loaded its data and answers PONG.
 * @param {number} port
 * @param {string} password
 * @param {{ running: boolean }} child
 */
async function answers(port, password, child) {
  while (child.running) {
    if (await ping(port, password)) return;
    await delay(25);
  }
  await new Promise(() => {});
}

/**
 * @param {number} port
 * @param {string} password
 * @returns {Promise<boolean>}
 */
function ping(port, password) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let reply = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      reply += chunk;
      if (reply.includes('PONG') || reply.includes('-')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply.includes('PONG')));
  });
}

/** @param {string} folder */
async function stopFormer(folder) {
  const file = join(folder, 'redis.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  if (pid && worksInFolder(pid, 'redis-server', folder)) await stopLeftover(pid);
}
