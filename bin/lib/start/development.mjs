// @ts-check
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

const SETTLE_MS = 150;
const PROXIED = [
  '/api',
  '/auth',
  '/media',
  '/standins',
  '/socket.io',
  '/ws',
  '/healthz',
  '/readyz',
  '/metrics',
];

/**
 * Starts `npm run dev`: Vite serves the page with hot reload on the public port and forwards everything else
 * to the API; a changed file restarts its services.
 * @param {{ supervisor: ReturnType<typeof import('./supervisor.mjs').createSupervisor>, port: number,
 * apiPort: number }} options
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function startDevelopment({ supervisor, port, apiPort }) {
  const { createServer } = await import('vite');
  const target = `http://127.0.0.1:${apiPort}`;
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    clearScreen: false,
    server: {
      port,
      strictPort: true,
      // Listens on IPv4 and IPv6, since "localhost" may mean either.
      host: 'localhost',
      proxy: Object.fromEntries(PROXIED.map((path) => [path, { target, ws: true, changeOrigin: false }])),
    },
  });
  await vite.listen();
  const watchers = Object.entries({
    server: ['API'],
    worker: ['Worker'],
    standins: ['Stand-ins'],
    shared: ['API', 'Worker'],
  }).map(([folder, names]) => restartOnChange(folder, names, supervisor));
  return async () => {
    for (const watcher of watchers) watcher.close();
    await vite.close();
  };
}

/**
 * @param {string} folder
 * @param {string[]} names
 * @param {{ restart: (name: string) => Promise<void> }} supervisor
 */
function restartOnChange(folder, names, supervisor) {
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  return watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts')) return;
    clearTimeout(settled);
    settled = setTimeout(() => {
      for (const name of names) void supervisor.restart(name);
    }, SETTLE_MS);
  });
}
