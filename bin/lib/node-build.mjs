// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';

const OUTPUT = join('dist', 'node');

/** The configuration module that `npm start` uses. Node can import it only after it is built. */
export const NEEDS = 'shared/core/config/needs.ts';
/** Sources of the processes and threads, and of the module that `npm start` uses. */
const ENTRIES = [
  'server/server.ts',
  'server/import-thread.ts',
  'worker/worker.ts',
  'standins/main.ts',
  // Imported by name at run time.
  'standins/sites/*.ts',
  NEEDS,
];

/**
 * Packages of many small files, which take longer to find and read than to run, so they are bundled into the
 * processes. fastify-type-provider-zod must share our copy of zod, so it is bundled too.
 */
const BUNDLED = new Set([
  '@fastify/http-proxy',
  '@fastify/reply-from',
  '@opentelemetry/api',
  'bullmq',
  'cron-parser',
  'fastify-type-provider-zod',
  'jose',
  'kysely',
  'luxon',
  'nodemailer',
  'oauth4webapi',
  'prom-client',
  'semver',
  'stripe',
  'undici',
  'zod',
]);
/** @type {import('esbuild').Plugin} */
const othersStayOutside = {
  name: 'others stay outside',
  setup(build) {
    // Bare names only: our own imports begin with '#' or '.'.
    build.onResolve({ filter: /^[a-z@]/ }, ({ path, kind }) => {
      const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      return kind === 'entry-point' || BUNDLED.has(name ?? '') ? undefined : { path, external: true };
    });
  },
};
/** CommonJS packages use `require`. */
const BANNER = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/**
 * Returns Node's arguments for running a built process.
 * @param {string} entry path of its source
 */
export const builtProcess = (entry) => [
  '--enable-source-maps',
  join(ROOT, OUTPUT, entry.replace(/\.ts$/, '.mjs')),
];

/**
 * Loads the built module of the configuration's needs.
 * @returns {Promise<typeof import('../../shared/core/config/needs.ts')>}
 */
export const loadNeeds = () => import(pathToFileURL(join(ROOT, OUTPUT, NEEDS.replace(/\.ts$/, '.mjs'))).href);

/** Bundles each process into one file, which starts in a third of the time that its sources take. */
export async function buildNode(entryPoints = ENTRIES) {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outbase: ROOT,
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    plugins: [othersStayOutside],
    banner: { js: BANNER },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    // The source map refers to the sources, which exist.
    sourcesContent: false,
    logLevel: 'error',
    write: false,
  });
  // Otherwise esbuild's child process would live as long as this process.
  await stop();
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

/**
 * Replaces a file atomically, so that a process that starts meanwhile never reads a partial file.
 * @param {string} path
 * @param {Uint8Array} contents
 */
function replaceFile(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, contents);
  renameSync(aside, path);
}
