// @ts-check
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, waitUntilReady } from './child.mjs';
import { isRoot, nobody } from './nobody.mjs';
import { initPostgres, POSTGRES_ENV, postgresPrograms } from './postgres-files.mjs';
import { randomPort } from './ports.mjs';
import { processStamp, stopLeftover, worksInFolder } from './processes.mjs';

const RETRY_FOR_MS = 15_000;

/**
 * Starts a private PostgreSQL on a folder, on the loopback address with a password; creates the folder if
 * needed. Resolves when it accepts connections.
 * @param {{ home: string, password: string, logFile: string, port?: number, throwaway?: boolean }} options
 * throwaway: faster, but not safe against a power cut (for tests)
 */
export async function startPostgres({ home, password, logFile, port, throwaway = false }) {
  const programs = postgresPrograms();
  const target = join(home, 'postgres');
  await initPostgres({ programs, folder: target, password, logFile, sync: !throwaway });
  const folder = realpathSync(target);
  const end = Date.now() + RETRY_FOR_MS;
  for (;;) {
    await stopFormer(folder);
    const at = port ?? (await randomPort());
    const child = startChild({
      name: 'PostgreSQL',
      command: join(programs, 'postgres'),
      args: ['-D', folder, ...settings(at, throwaway)],
      cwd: '/',
      env: POSTGRES_ENV,
      logFile,
      // SIGINT requests PostgreSQL's fast shutdown, which ends sessions but loses no data.
      deathSignal: 'SIGINT',
      user: isRoot() ? nobody() : undefined,
    });
    try {
      await waitUntilReady(child, acceptsConnections(folder, child), RETRY_FOR_MS * 4);
      const url = `postgres://cutroom:${encodeURIComponent(password)}@127.0.0.1:${at}/cutroom`;
      return Object.assign(child, { url, port: at });
    } catch (error) {
      // The sessions of a killed server may outlive it for a moment, and another process may take a random
      // port first.
      if (Date.now() > end) throw error;
      await delay(300);
    }
  }
}

/**
 * Switches off the protection against power cuts, and autovacuum, which would visit the hundreds of databases
 * of a test run.
 */
const THROWAWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
};

/**
 * @param {number} port
 * @param {boolean} throwaway
 */
function settings(port, throwaway) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(throwaway ? THROWAWAY : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Resolves when the server accepts connections, as the eighth line of its PID file states.
 * @param {string} folder
 * @param {{ pid: number, running: boolean }} child
 */
async function acceptsConnections(folder, child) {
  while (child.running) {
    const lines = readPidFile(folder);
    if (lines && Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    await delay(25);
  }
  await new Promise(() => {});
}

/** @param {string} folder */
function readPidFile(folder) {
  const file = join(folder, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined;
}

/**
 * Stops the server that a killed start left on this folder. If its process ID belongs to another program by
 * now, removes the PID file, which would keep our server from starting.
 * @param {string} folder
 */
async function stopFormer(folder) {
  const pid = Number(readPidFile(folder)?.[0]);
  if (!pid) return;
  if (worksInFolder(pid, 'postgres', folder)) {
    await stopLeftover(pid, { signal: 'SIGINT', force: 'SIGQUIT', graceMs: 10_000 });
  } else if (processStamp(pid) !== undefined) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
}
