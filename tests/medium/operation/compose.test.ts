import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { entries } from '#core/config/variables.ts';
import { parse } from 'yaml';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { createDatabase, createRedis } from '../../helpers/services/database.ts';
import { makeTempFolder, removeFolder } from '../../helpers/services/private-services.ts';

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  healthcheck?: { test: string[] };
  restart?: string;
}

/**
 * Returns the services as compose reads them with these variables in .env. A service's own variables are
 * added after parsing, so one of them may be empty, and they take precedence over the file's.
 */
function readServices(dotEnv: Record<string, string> = {}): Record<string, Service> {
  const fill = (_key: unknown, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, other: string) => dotEnv[name] || other)
      : value;
  const read = parse(readFileSync('docker-compose.yml', 'utf8'), fill, { merge: true }) as {
    services: Record<string, Service>;
  };
  for (const service of Object.values(read.services)) {
    if (service.env_file?.some(({ path }) => path === '.env'))
      service.environment = { ...dotEnv, ...service.environment };
  }
  return read.services;
}
const services = readServices();

const folder = makeTempFolder();
const children: ChildProcess[] = [];
/** Addresses that differ from those in the containers. */
let addresses: [inContainer: string, here: string][] = [];
let api = '';

const databaseUrl = await createDatabase({ migrated: false });
const redisUrl = await createRedis();

beforeAll(async () => {
  const [apiPort, standinsPort] = await Promise.all([randomPort(), randomPort()]);
  api = `http://127.0.0.1:${apiPort}`;
  addresses = [
    ['postgres://cutroom:cutroom-local@postgres:5432/cutroom', databaseUrl],
    ['redis://:cutroom-local@redis:6379', redisUrl],
    ['http://standins:4000', `http://127.0.0.1:${standinsPort}`],
    ['http://localhost:3000', `http://localhost:${apiPort}`],
    ['http://127.0.0.1:3000', api],
    ['0.0.0.0', '127.0.0.1'],
    ['3000', String(apiPort)],
    ['4000', String(standinsPort)],
    ['/data', join(folder, 'data')],
  ];
});

afterAll(async () => {
  await Promise.all(
    children.toReversed().map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }),
  );
  removeFolder(folder);
});

const here = (text: string): string =>
  addresses.reduce((changed, [inContainer, address]) => {
    if (changed === inContainer) return address;
    return inContainer.includes(':') || inContainer === '/data'
      ? changed.replace(inContainer, address)
      : changed;
  }, text);

/** Runs a service's command with only the service's environment: what is missing there is missing here. */
function run(command: string[], environment: Record<string, string> = {}): ChildProcess {
  const entries = Object.entries(environment).map(([name, value]) => [name, here(String(value))]);
  const [program = '', ...args] = command.map(here);
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder, ...Object.fromEntries(entries) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

async function ready(name: string): Promise<ChildProcess> {
  const service = services[name]!;
  const child = run(service.command!, service.environment);
  const message = await Promise.race([
    once(child, 'message').then(([said]) => said as unknown),
    once(child, 'exit').then(([code]) => `ended with ${code}`),
  ]);
  expect(message).toBe('ready');
  return child;
}

test('every service has a pinned image, and Redis persists and never evicts', () => {
  for (const { image } of Object.values(services)) expect(image).toMatch(/:\d+\.\d+/);
  const redis = services['redis']!.command!.join(' ');
  expect(redis).toContain('--appendonly yes');
  expect(redis).toContain('--maxmemory-policy noeviction');
});

test('restarts an API and a worker that ended themselves because they hung', () => {
  for (const name of ['api', 'worker']) expect(services[name]!.restart).toBe('unless-stopped');
});

test('the file sets what the table of variables defines, .env the rest, and .env may be missing', () => {
  const own = entries.filter(([, { compose }]) => compose).map(([name]) => name);
  const others = entries.map(([name]) => name).filter((name) => !own.includes(name));
  expect(others.length).toBeGreaterThan(30);
  // As a variable of a service, or inside another of its settings.
  const file = readFileSync('docker-compose.yml', 'utf8');
  const set = [...file.matchAll(/^ +([A-Z]\w+):|\$\{(\w+)/gm)].map(([, own, used]) => own ?? used);
  expect(own.filter((name) => !set.includes(name))).toEqual([]);
  expect(others.filter((name) => set.includes(name))).toEqual([]);

  const marked = readServices(Object.fromEntries(entries.map(([name]) => [name, `<${name}>`])));
  for (const name of ['api', 'worker']) {
    const { environment, env_file } = marked[name]!;
    expect(environment).toMatchObject(Object.fromEntries(others.map((other) => [other, `<${other}>`])));
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    // The host's paths and addresses are meaningless inside the containers.
    expect(environment).toMatchObject({
      DATA_DIR: '/data',
      HOST: '0.0.0.0',
      LIBRARY_DIR: '',
      FFMPEG_PATH: '',
    });
  }
});

test('an empty variable in .env counts as not set', () => {
  const limits = { RUNS_PER_USER: '2', LIMITS_FACTOR: '3', UPLOAD_BYTES_PER_HOUR: '200000000' };
  for (const name of ['api', 'worker']) {
    const given = parseConfig(readServices({ ...limits, CACHE_MAX_DAYS: '9' })[name]!.environment!);
    expect(given).toMatchObject({ runsPerUser: 2, limitsFactor: 3, uploadBytesPerHour: 200_000_000 });
    expect(given.retention.cacheMaxDays).toBe(9);
    const environment = services[name]!.environment!;
    const { DATABASE_URL, REDIS_URL, SECRET } = environment;
    const none = parseConfig({ DATABASE_URL, REDIS_URL, SECRET });
    expect(parseConfig(environment)).toMatchObject({
      runsPerUser: none.runsPerUser,
      limitsFactor: none.limitsFactor,
      uploadBytesPerHour: none.uploadBytesPerHour,
      maxTotalMs: none.maxTotalMs,
      welcomeCredits: none.welcomeCredits,
      retention: none.retention,
      worker: none.worker,
    });
  }
});

test(
  'the stand-ins, the API and two workers start as the file defines them',
  { timeout: 180_000 },
  async () => {
    await ready('standins');
    await ready('api');
    const [worker] = await Promise.all([ready('worker'), ready('worker')]);

    expect((await fetch(`${api}/healthz`)).status).toBe(200);
    expect((await fetch(`${api}/readyz`)).status).toBe(200);
    const discovery = await fetch(`${api}/standins/oidc/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      issuer: here('http://localhost:3000') + '/standins/oidc',
    });

    const [, ...check] = services['api']!.healthcheck!.test;
    expect(await once(run(check), 'exit')).toEqual([0, null]);

    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
