// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, waitUntilReady } from '../child.mjs';
import { followLog, rotateLog } from '../log-files.mjs';
import { ROOT } from '../paths.mjs';
import { startPostgres } from '../postgres.mjs';
import { postgresHome } from '../postgres-files.mjs';
import { atIdlePriority } from '../processes.mjs';
import { startRedis } from '../redis.mjs';

/** The order in which services are stopped: each before those that it uses. */
export const STOP_ORDER = ['Client', 'Worker', 'API', 'Stand-ins', 'Redis', 'PostgreSQL'];

/**
 * Starts the private PostgreSQL and Redis, unless the environment replaces them.
 * @param {{ supervisor: ReturnType<typeof import('./supervisor.mjs').createSupervisor>, dataDir: string, secrets:
 *   ReturnType<typeof import('../secrets.mjs').loadSecrets>, env: Record<string, string | undefined>, logFile: (name:
 *   string) => string }} options
 * @returns {Promise<{ DATABASE_URL: string, REDIS_URL: string }>}
 */
export async function startStores({ supervisor, dataDir, secrets, env, logFile }) {
  const databaseUrl = async () => {
    if (env.DATABASE_URL) return env.DATABASE_URL;
    const options = {
      home: postgresHome(dataDir, secrets.id),
      password: secrets.postgresPassword,
      logFile: logFile('postgres'),
    };
    /** @type {{ port: number, url: string } | undefined} */
    let first;
    // A restart uses the same port, since the other services know it.
    const start = async () => {
      const child = await startPostgres({ ...options, port: first?.port });
      first ??= child;
      return child;
    };
    await supervisor.run({ name: 'PostgreSQL', start, signal: 'SIGINT', graceMs: 20_000 });
    return first?.url ?? '';
  };
  const redisUrl = async () => {
    if (env.REDIS_URL) return env.REDIS_URL;
    const options = {
      folder: join(dataDir, 'redis'),
      password: secrets.redisPassword,
      logFile: logFile('redis'),
    };
    /** @type {{ port: number, url: string } | undefined} */
    let first;
    const start = async () => {
      const child = await startRedis({ ...options, port: first?.port });
      first ??= child;
      return child;
    };
    await supervisor.run({ name: 'Redis', start, graceMs: 10_000 });
    return first?.url ?? '';
  };
  const [DATABASE_URL, REDIS_URL] = await Promise.all([databaseUrl(), redisUrl()]);
  return { DATABASE_URL, REDIS_URL };
}

/**
 * Describes one of our own services, which sends 'ready' and stops on SIGTERM or when its channel closes.
 * @param {{ name: string, args: string[], env: Record<string, string | undefined>, logFile: string, graceMs:
 * number, ask?: import('./supervisor.mjs').Service['ask'] }} options `args` are Node's
 */
export function nodeService({ name, args, env, logFile, graceMs, ask }) {
  return {
    name,
    graceMs,
    ask,
    start: async () => {
      const child = startChild({
        name,
        command: process.execPath,
        args,
        cwd: ROOT,
        env,
        logFile,
        ipc: true,
        deathSignal: 'SIGTERM',
      });
      await waitUntilReady(child, child.saidReady, 120_000);
      return child;
    },
  };
}

/**
 * Returns a check of whether a service responds over HTTP.
 * @param {URL} url
 */
export const askByHttp = (url) => async () => {
  const { ok, status } = await fetch(url);
  if (!ok) throw new Error(`${url.pathname} responds with ${status}`);
};

/**
 * Checks whether a service responds over its channel.
 * @param {import('./supervisor.mjs').Child} child
 * @returns {Promise<void>}
 */
export function askByChannel({ process: { channel }, process: child }) {
  return new Promise((resolve, reject) => {
    if (!channel) {
      reject(new Error('The process has no channel.'));
      return;
    }
    const listen = (/** @type {unknown} */ message) => {
      if (message !== 'alive') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    child.send('alive?', (error) => error && reject(error));
  });
}

/**
 * Makes the library of sample videos last, and only while nothing else needs the processor and no step runs.
 * @param {{ folder: string, dataDir: string, env: Record<string, string | undefined>, logFile: string, print:
 * (line: string) => void }} options
 */
export function makeSampleLibrary({ folder, dataDir, env, logFile, print }) {
  const entry = join(ROOT, 'sample-library', 'make.ts');
  if (env.SAMPLE_LIBRARY === 'off' || !existsSync(entry)) return undefined;
  // The folder's existence makes searches report that samples are being made.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [command, args] = atIdlePriority(process.execPath, [
    '--import',
    'tsx',
    entry,
    folder,
    `--yield-to=${join(dataDir, 'tmp')}`,
  ]);
  const child = startChild({
    name: 'Sample library',
    command,
    args,
    cwd: ROOT,
    env,
    logFile,
    deathSignal: 'SIGTERM',
  });
  let stopped = false;
  void child.exited.then((how) => {
    if (stopped || how === 'with code 0') return;
    print(`The sample library was not finished (it ended ${how}). Its last lines:\n${child.lastLines()}`);
  });
  return {
    async stop() {
      stopped = true;
      await child.stop();
    },
  };
}

/**
 * Returns the log file of a service by its name; rotates those of the previous start.
 * @param {string} folder
 * @param {boolean} verbose
 */
export function logFiles(folder, verbose) {
  return (/** @type {string} */ name) => {
    const file = join(folder, `${name}.log`);
    rotateLog(file);
    if (verbose) followLog(name, file);
    return file;
  };
}
