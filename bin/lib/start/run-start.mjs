// @ts-check
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { liveChildren } from '../child.mjs';
import { ensureClientBuild } from '../client-build.mjs';
import { closeDataFolder } from '../data-folder.mjs';
import { loadEnv } from '../env.mjs';
import { takeLock } from '../instance-lock.mjs';
import { buildNode, builtProcess, loadNeeds, NEEDS } from '../node-build.mjs';
import { ensureNodeModules } from '../node-modules.mjs';
import { ROOT } from '../paths.mjs';
import { choosePort, isPortFree, randomPort } from '../ports.mjs';
import { loadSecrets } from '../secrets.mjs';
import { ensureSystemPackages } from '../system-packages.mjs';
import { startDevelopment } from './development.mjs';
import {
  askByChannel,
  askByHttp,
  logFiles,
  makeSampleLibrary,
  nodeService,
  startStores,
  STOP_ORDER,
} from './services.mjs';
import { killEverything, onStopSignals } from './shutdown.mjs';
import { formatTable } from './table.mjs';
import { createSupervisor } from './supervisor.mjs';

const print = (/** @type {string} */ line) => console.log(line);

/**
 * `npm start` and `npm run dev`: starts everything, prints `ready`, and stops everything on a signal.
 * @param {string[]} args
 */
export async function runStart(args) {
  // Writing to a closed terminal must not end this process before its children are stopped.
  process.stdout.on('error', () => {});
  const options = { dev: args.includes('--dev'), verbose: args.includes('--verbose') };
  const env = loadEnv(join(ROOT, '.env'), process.env);
  const requested = resolve(ROOT, env.DATA_DIR || '.cutroom');
  try {
    mkdirSync(requested, { recursive: true, mode: 0o700 });
    accessSync(requested, constants.W_OK);
  } catch (error) {
    console.error(
      `${requested} cannot be written (${/** @type {Error} */ (error).message}). Set DATA_DIR to a folder that can.`,
    );
    process.exit(1);
  }
  const dataDir = realpathSync(requested);
  const lock = await takeLock(dataDir);
  if ('runningElsewhere' in lock) {
    const { url, pid } = lock.runningElsewhere;
    print(
      url ? `Cutroom is already running: ${url}` : `Cutroom is already being started, by process ${pid}.`,
    );
    return;
  }

  closeDataFolder(dataDir, { withPostgres: !env.DATABASE_URL });
  const abort = new AbortController();
  const supervisor = createSupervisor({ print, changed: (children) => lock.setChildren(children) });
  /** @type {ReturnType<typeof makeSampleLibrary>} */
  let library;
  /** @type {(() => Promise<void>) | undefined} */
  let stopDevelopment;
  const stop = async (/** @type {number} */ code) => {
    abort.abort();
    await Promise.all([library?.stop(), stopDevelopment?.()]);
    await supervisor.stop(STOP_ORDER);
    await Promise.all([...liveChildren].map((child) => child.stop()));
    lock.release();
    process.exit(code);
  };
  onStopSignals(async () => {
    print('\nStopping …');
    await stop(0);
  });

  try {
    const started = await bringUp({ env, dataDir, options, lock, supervisor, signal: abort.signal });
    library = started.library;
    stopDevelopment = started.stopDevelopment;
    print('ready');
  } catch (error) {
    // A stop during the start makes its steps fail; the stop itself then ends this process.
    if (abort.signal.aborted) return;
    console.error(inWords(error, dataDir));
    await stop(1).catch(killEverything);
  }
}

/**
 * @param {unknown} error
 * @param {string} dataDir
 */
function inWords(error, dataDir) {
  const message = error instanceof Error ? error.message : String(error);
  const full = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(message);
  return full
    ? `The disk is full: make room for ${dataDir}, or set DATA_DIR to a folder that has some.`
    : message;
}

/**
 * @param {{ env: Record<string, string | undefined>, dataDir: string,
 *   options: { dev: boolean, verbose: boolean }, signal: AbortSignal,
 *   lock: { setUrl: (url: string) => void, setStores: (stores: import('../instance-lock.mjs').Stores) => void
 * }, supervisor: ReturnType<typeof createSupervisor> }} context
 */
async function bringUp({ env, dataDir, options, lock, supervisor, signal }) {
  const hosts = ['127.0.0.1', '::1', ...(env.HOST ? [env.HOST] : [])];
  const pickPort = () => choosePort(env.PORT, (port) => isPortFree(port, hosts));
  await pickPort();
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const logFile = logFiles(logs, options.verbose);
  const secrets = loadSecrets(dataDir);

  const common = { print, signal };
  await Promise.all([
    ensureSystemPackages({ env, dataDir, logFile: logFile('apt'), ...common }),
    ensureNodeModules({ logFile: logFile('npm'), ...common }),
  ]);
  // Chosen again, since installing may have taken minutes.
  const port = await pickPort();
  if (!env.PORT && port !== 3000) print(`Port 3000 is in use; this is on ${port}.`);
  const url = (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, '');
  lock.setUrl(url);
  const standinsPort = await randomPort();
  const apiPort = options.dev ? await randomPort() : port;
  const libraryDir = join(dataDir, 'library');
  const production = env.CUTROOM_MODE === 'production';
  const ownEnv = {
    ...env,
    SECRET: env.SECRET || secrets.secret,
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    PUBLIC_URL: url,
    ...(production
      ? {}
      : { STANDINS_URL: `http://127.0.0.1:${standinsPort}`, SAMPLE_LIBRARY_DIR: libraryDir }),
  };
  /** @type {(name: string, entry: string, graceMs: number, env: Record<string, string | undefined>, ask?: import('./supervisor.mjs').Service['ask']) => Promise<unknown>} */
  const service = (name, entry, graceMs, env, ask) => {
    // Development runs the sources, which change.
    const args = options.dev ? ['--import', 'tsx', entry] : builtProcess(entry);
    const file = logFile(name.toLowerCase());
    // In development, a debugger may pause a service, so it is not restarted for being silent.
    const watched = options.dev ? {} : { ask };
    return supervisor.run(nodeService({ name, args, graceMs, env, logFile: file, ...watched }));
  };

  await (options.dev ? buildNode([NEEDS]) : buildNode());
  const [stores] = await Promise.all([
    startStores({ supervisor, dataDir, secrets, env, logFile }),
    options.dev ? undefined : ensureClientBuild({ logFile: logFile('vite'), ...common }),
    production
      ? undefined
      : service('Stand-ins', 'standins/main.ts', 3_000, { ...ownEnv, PORT: String(standinsPort) }),
  ]);
  signal.throwIfAborted();
  lock.setStores(stores);
  const fullEnv = { ...ownEnv, ...stores };
  await Promise.all([
    service('API', 'server/server.ts', 12_000, fullEnv, askByHttp(apiAddress(env.HOST, apiPort, '/healthz'))),
    service('Worker', 'worker/worker.ts', 25_000, fullEnv, askByChannel),
  ]);
  signal.throwIfAborted();
  const stopDevelopment = options.dev ? await startDevelopment({ supervisor, port, apiPort }) : undefined;

  print(`\nCutroom runs at ${url}\nData and logs: ${dataDir}\n`);
  if (!production) {
    const [{ startRows }, config] = await Promise.all([loadNeeds(), readConfig(env.HOST, apiPort)]);
    const rows = startRows(env, config);
    print(`${formatTable([['NEED', 'NOW', 'FOR THE REAL ONE SET'], ...rows])}\n`);
  }
  const library = production
    ? undefined
    : makeSampleLibrary({ folder: libraryDir, dataDir, env: fullEnv, logFile: logFile('library'), print });
  return { library, stopDevelopment };
}

/**
 * Reads the response of /api/config.
 * @param {string | undefined} host the address it listens on
 * @param {number} port
 * @returns {Promise<import('../../../shared/contract/app-config.ts').AppConfig>}
 */
async function readConfig(host, port) {
  return (await fetch(apiAddress(host, port, '/api/config'))).json();
}

/**
 * Returns the address at which this machine reaches the API.
 * @param {string | undefined} host the address it listens on
 * @param {number} port
 * @param {string} path
 */
function apiAddress(host, port, path) {
  const everywhere = !host || host === '0.0.0.0' || host === '::';
  const url = new URL(`http://127.0.0.1:${port}${path}`);
  if (!everywhere) url.hostname = host.includes(':') ? `[${host}]` : host;
  return url;
}
