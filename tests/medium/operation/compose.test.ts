import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { entries } from '#core/config/variables.ts';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { readServices } from '../../helpers/documents/compose-services.ts';
import { createDatabase, createRedis } from '../../helpers/services/database.ts';
import { makeTempFolder, removeFolder } from '../../helpers/services/private-services.ts';

const services = readServices();

const folder = makeTempFolder();
const children: ChildProcess[] = [];
/** Addresses that differ from those in the containers. */
let addresses: [inContainer: string, here: string][] = [];
let api = '';

const databaseUrl = await createDatabase({ migrated: false });
const redisUrl = await createRedis();

beforeAll(async () => {
  const [apiPort, workerPort, standinsPort] = await Promise.all([randomPort(), randomPort(), randomPort()]);
  api = `http://127.0.0.1:${apiPort}`;
  addresses = [
    ['postgres://cutroom:cutroom-local@postgres:5432/cutroom', databaseUrl],
    ['redis://:cutroom-local@redis:6379', redisUrl],
    ['http://standins:4000', `http://127.0.0.1:${standinsPort}`],
    ['http://localhost:3000', `http://localhost:${apiPort}`],
    ['http://127.0.0.1:3000', api],
    ['http://127.0.0.1:3001', `http://127.0.0.1:${workerPort}`],
    ['http://127.0.0.1:4000', `http://127.0.0.1:${standinsPort}`],
    ['0.0.0.0', '127.0.0.1'],
    ['3000', String(apiPort)],
    ['3001', String(workerPort)],
    ['4000', String(standinsPort)],
    ['/data', join(folder, 'data')],
    ['/models', join(folder, 'models')],
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
  for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+/);
  const redis = services['redis']!.command!.join(' ');
  expect(redis).toContain('--appendonly yes');
  expect(redis).toContain('--maxmemory-policy noeviction');
});

test('limits every service: no capabilities, a read-only root, memory, and a health check', () => {
  for (const [name, service] of Object.entries(services)) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
        tmpfs: expect.arrayContaining([expect.stringMatching(/^\/tmp:/)]),
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      }),
    ]);
  }
  const unchecked = Object.entries(services).filter(([, { healthcheck }]) => healthcheck === undefined);
  // These run to their end.
  expect(unchecked.map(([name, { restart }]) => [name, restart])).toEqual([
    ['configuration', 'no'],
    ['sample-library', 'no'],
  ]);
});

test('starts stand-ins, samples, the proxy, the monitoring and the bucket only with their profiles', () => {
  const inProfile = (profile?: string) =>
    Object.entries(services)
      .filter(([, { profiles = [] }]) =>
        profile === undefined ? profiles.length === 0 : profiles.includes(profile),
      )
      .map(([name]) => name);
  expect(inProfile()).toEqual(['api', 'configuration', 'postgres', 'redis', 'worker']);
  expect(inProfile('local')).toEqual(['sample-library', 'standins']);
  expect(inProfile('proxy')).toEqual(['proxy']);
  expect(inProfile('monitoring')).toEqual(['grafana', 'prometheus']);
  expect(inProfile('s3')).toEqual(['s3']);
});

test('lets workers reach the stores and the outside, but not the API, the proxy or the monitoring', () => {
  const neighbours = (name: string) =>
    Object.keys(services).filter((other) =>
      services[other]!.networks?.some((network) => services[name]!.networks!.includes(network)),
    );
  expect(neighbours('worker')).toEqual(['postgres', 'redis', 's3', 'standins', 'worker']);
  expect(neighbours('proxy')).toEqual(['api', 'proxy', 's3']);
  expect(neighbours('prometheus')).toEqual(['api', 'grafana', 'prometheus']);
});

test('mounts volumes by default, and the folders that .env names', () => {
  const dotEnv = { DATA_DIR: '/srv/data', MODELS_DIR: '/srv/models', LIBRARY_DIR: '/srv/videos' };
  const bound = readServices(dotEnv);
  for (const name of ['api', 'worker', 'configuration']) {
    expect(services[name]!.volumes).toEqual(['data:/data', 'models:/models', 'no-library:/library:ro']);
    expect(services[name]!.environment!['LIBRARY_DIR']).toBe('');
    expect(bound[name]!.volumes).toEqual([
      '/srv/data:/data',
      '/srv/models:/models',
      '/srv/videos:/library:ro',
    ]);
    expect(bound[name]!.environment).toMatchObject({ DATA_DIR: '/data', LIBRARY_DIR: '/library' });
  }
});

test('restarts an API and a worker that hung, after a check that may ask for 30 s', () => {
  for (const name of ['api', 'worker']) {
    const { restart, healthcheck } = services[name]!;
    expect([name, restart, healthcheck!.timeout]).toEqual([name, 'unless-stopped', '40s']);
  }
});

const ownNames = (name: string) => Object.keys(services[name]!.environment ?? {});

test('the file sets what the table of variables defines, .env the rest, and .env may be missing', () => {
  const own = entries.filter(([, { compose }]) => compose).map(([name]) => name);
  const others = entries.map(([name]) => name).filter((name) => !own.includes(name));
  expect(others.length).toBeGreaterThan(30);
  // As a variable of a service, or inside another of its settings.
  const file = readFileSync('docker-compose.yml', 'utf8');
  const set = [...file.matchAll(/^ +([A-Z]\w+):|\$\{(\w+)/gm)].map(([, own, used]) => own ?? used);
  expect(own.filter((name) => !set.includes(name))).toEqual([]);
  // METRICS_TOKEN reaches Prometheus as a variable of its container.
  const service = new Set(['api', 'worker', 'configuration'].flatMap((name) => ownNames(name)));
  expect(others.filter((name) => service.has(name))).toEqual([]);

  const marked = readServices(Object.fromEntries(entries.map(([name]) => [name, `<${name}>`])));
  for (const name of ['api', 'worker', 'configuration']) {
    const { environment, env_file } = marked[name]!;
    expect(environment).toMatchObject(Object.fromEntries(others.map((other) => [other, `<${other}>`])));
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    // The host's paths and addresses are meaningless inside the containers.
    expect(environment).toMatchObject({
      DATA_DIR: '/data',
      HOST: '0.0.0.0',
      LIBRARY_DIR: '/library',
      FFMPEG_PATH: '',
    });
  }
});

test('an empty variable in .env counts as not set', () => {
  const limits = { RUNS_PER_USER: '2', LIMITS_FACTOR: '3', UPLOAD_BYTES_PER_HOUR: '200000000' };
  for (const name of ['api', 'worker']) {
    const parsed = parseConfig(readServices({ ...limits, CACHE_MAX_DAYS: '9' })[name]!.environment!);
    expect(parsed).toMatchObject({ runsPerUser: 2, limitsFactor: 3, uploadBytesPerHour: 200_000_000 });
    expect(parsed.retention.cacheMaxDays).toBe(9);
    const environment = services[name]!.environment!;
    const { DATABASE_URL, REDIS_URL, SECRET, WORKER_HEALTH_PORT } = environment;
    const none = parseConfig({ DATABASE_URL, REDIS_URL, SECRET, WORKER_HEALTH_PORT });
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
    for (const name of ['data', 'models']) mkdirSync(join(folder, name));
    const { command, environment } = services['configuration']!;
    expect(await once(run(command!, environment), 'exit')).toEqual([0, null]);
    await ready('api');
    const [worker] = await Promise.all([ready('worker'), ready('worker')]);

    expect((await fetch(`${api}/healthz`)).status).toBe(200);
    expect((await fetch(`${api}/readyz`)).status).toBe(200);
    const discovery = await fetch(`${api}/standins/oidc/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      issuer: here('http://localhost:3000') + '/standins/oidc',
    });

    // Both workers have the same port here: one of them serves it.
    for (const name of ['api', 'worker', 'standins']) {
      const [, ...check] = services[name]!.healthcheck!.test;
      expect([name, ...(await once(run(check), 'exit'))]).toEqual([name, 0, null]);
    }

    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
