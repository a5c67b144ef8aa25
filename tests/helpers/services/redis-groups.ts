import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { startRedis } from '../../../bin/lib/redis.mjs';
import { randomPort } from '../../../bin/lib/ports.mjs';
import { atEnd } from '../at-end.ts';
import { PATIENT } from '../patient.ts';
import { makeCertificate } from './certificate.ts';
import { makeTempFolder, removeFolder } from './private-services.ts';

const PASSWORD = 'for-tests-alone';
/** How long a server is silent before the others replace it, in ms. */
const SILENT_MS = 1_500;
const SLOTS = 16_384;

type Server = Awaited<ReturnType<typeof startRedis>>;

export interface RedisGroup {
  /** The environment variables of an installation that uses it. */
  environment: Record<string, string>;
  /** Kills the primary of the installation's keys (SIGKILL), and resolves when another server replaces it. */
  failOver(): Promise<void>;
}

interface Options {
  /** Encrypts connections of clients, which need a certificate. */
  encrypted?: boolean;
}

/** Starts servers in a folder that is removed at the end, as they are. */
function openServers({ encrypted = false }: Options) {
  const folder = makeTempFolder();
  const running: Server[] = [];
  let started = 0;
  const clients: Redis[] = [];
  atEnd(async () => {
    for (const client of clients) client.disconnect();
    await Promise.all(running.map((server) => server.stop()));
    removeFolder(folder);
  });
  const files = encrypted ? makeCertificate(folder) : undefined;

  async function start(settings: () => Promise<string[]>, args: string[] = []) {
    const name = `redis-${(started += 1)}`;
    let tlsPort = 0;
    const encryption = async () => {
      if (!files) return [];
      tlsPort = await randomPort();
      return [
        `tls-port ${tlsPort}`,
        `tls-ca-cert-file ${files.ca}`,
        `tls-cert-file ${files.cert}`,
        `tls-key-file ${files.key}`,
        // Then servers announce the port for encrypted connections.
        'tls-replication yes',
      ];
    };
    const server = await startRedis({
      folder: join(folder, name),
      password: PASSWORD,
      logFile: join(folder, `${name}.log`),
      settings: async () => ['appendonly no', ...(await settings()), ...(await encryption())],
      args,
    });
    running.push(server);
    const control = new Redis(server.url, { maxRetriesPerRequest: null });
    control.on('error', () => {});
    clients.push(control);
    return Object.assign(server, { control, clientPort: files ? tlsPort : server.port });
  }
  const scheme = files ? 'rediss' : 'redis';
  const certificates: Record<string, string> = files
    ? { REDIS_CA_FILE: files.ca, REDIS_CERT_FILE: files.cert, REDIS_KEY_FILE: files.key }
    : {};
  return { start, certificates, urlTo: (host: string) => `${scheme}://:${PASSWORD}@${host}` };
}

async function isReplicating(replica: { control: Redis }): Promise<boolean> {
  return (await replica.control.info('replication')).includes('master_link_status:up');
}

async function kill(server: Server): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.exited;
}

/**
 * Starts a Redis Cluster: a primary with a replica that has nearly all slots, and two primaries with one slot
 * each, since most primaries must agree on a failover. REDIS_URL names one without the installation's keys.
 */
export async function startRedisCluster(options: Options = {}): Promise<RedisGroup> {
  const { start, certificates, urlTo } = openServers(options);
  const settings = async () => [
    'cluster-enabled yes',
    `cluster-port ${await randomPort()}`,
    `cluster-node-timeout ${SILENT_MS}`,
    `masterauth ${PASSWORD}`,
    'databases 1',
    ...(options.encrypted ? ['tls-cluster yes'] : []),
  ];
  const [main, second, third, replica] = await Promise.all([0, 1, 2, 3].map(() => start(settings)));
  const nodes = [main!, second!, third!, replica!];
  await main!.control.call('CLUSTER', 'ADDSLOTSRANGE', 0, SLOTS - 3);
  await second!.control.call('CLUSTER', 'ADDSLOTSRANGE', SLOTS - 2, SLOTS - 2);
  await third!.control.call('CLUSTER', 'ADDSLOTSRANGE', SLOTS - 1, SLOTS - 1);
  for (const [index, node] of nodes.entries()) {
    await node.control.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
    const [, busPort] = (await node.control.config('GET', 'cluster-port')) as string[];
    await main!.control.call('CLUSTER', 'MEET', '127.0.0.1', node.clientPort, Number(busPort));
  }
  const stateOf = (node: { control: Redis }) => node.control.call('CLUSTER', 'INFO') as Promise<string>;
  const isWhole = async (node: { control: Redis }) => {
    const state = await stateOf(node);
    return state.includes('cluster_state:ok') && state.includes('cluster_known_nodes:4');
  };
  const areWhole = async () => (await Promise.all(nodes.map(isWhole))).every(Boolean);
  await vi.waitUntil(areWhole, PATIENT);
  const mainId = (await main!.control.call('CLUSTER', 'MYID')) as string;
  await replica!.control.call('CLUSTER', 'REPLICATE', mainId);
  await vi.waitUntil(() => isReplicating(replica!), PATIENT);
  return {
    environment: {
      REDIS_URL: urlTo(`127.0.0.1:${second!.clientPort}`),
      REDIS_NODES: `127.0.0.1:${third!.clientPort}`,
      REDIS_CLUSTER: 'on',
      REDIS_PREFIX: 'cutroom',
      ...certificates,
    },
    async failOver() {
      await kill(main!);
      await vi.waitUntil(async () => (await replica!.control.role())[0] === 'master', PATIENT);
      await vi.waitUntil(async () => (await stateOf(second!)).includes('cluster_state:ok'), PATIENT);
    },
  };
}

/** Starts a primary with a replica, and three sentinels, which have a password too. */
export async function startRedisSentinels(options: Options = {}): Promise<RedisGroup> {
  const { start, certificates, urlTo } = openServers(options);
  const primary = await start(async () => []);
  const replica = await start(async () => [
    `replicaof 127.0.0.1 ${primary.clientPort}`,
    `masterauth ${PASSWORD}`,
  ]);
  await vi.waitUntil(() => isReplicating(replica), PATIENT);
  const watched = [
    `sentinel monitor films 127.0.0.1 ${primary.clientPort} 2`,
    `sentinel auth-pass films ${PASSWORD}`,
    `sentinel down-after-milliseconds films ${SILENT_MS}`,
    'sentinel failover-timeout films 5000',
  ];
  const sentinels = await Promise.all([0, 1, 2].map(() => start(async () => watched, ['--sentinel'])));
  const knownNodes = async (sentinel: { control: Redis }) => {
    const text = await sentinel.control.info('sentinel');
    return text.includes('slaves=1,sentinels=3');
  };
  const allKnown = async () => (await Promise.all(sentinels.map(knownNodes))).every(Boolean);
  await vi.waitUntil(allKnown, PATIENT);
  return {
    environment: {
      REDIS_URL: urlTo('films'),
      REDIS_SENTINELS: sentinels.map(({ clientPort }) => `127.0.0.1:${clientPort}`).join(','),
      REDIS_SENTINEL_PASSWORD: PASSWORD,
      ...certificates,
    },
    async failOver() {
      await kill(primary);
      await vi.waitUntil(async () => (await replica.control.role())[0] === 'master', PATIENT);
    },
  };
}
