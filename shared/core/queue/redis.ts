import { readFileSync } from 'node:fs';
import {
  Cluster,
  Redis,
  type RedisOptions,
  type SentinelConnectionOptions,
  SentinelConnector,
} from 'ioredis';
import type { RedisConfig } from '../config/redis-config.ts';
import type { Logger } from '../lib/logger.ts';

/** A connection to one Redis, or the connections to a cluster. */
export type RedisClient = Redis | Cluster;

/** Commands wait while the connection is down, until it is back. */
const WAITING = { enableOfflineQueue: true };
const FAILING = { enableOfflineQueue: false };

/** How long a node of a cluster may take to list the others, in ms. The machine may be busy. */
const LIST_MS = 5_000;

const retryStrategy = (times: number) => Math.min(200 * times, 2_000);
/** After a failover, the address of a primary may lead to a replica, and a new connection to the new primary. */
const reconnectOnError = (error: Error) => (error.message.startsWith('READONLY') ? 2 : false);

/**
 * Opens a connection. `blocking` is for BullMQ's workers and subscribers, which wait indefinitely. Other
 * connections fail immediately while Redis is unavailable, so that no request hangs.
 */
export function openRedis(config: RedisConfig, log: Logger, blocking = false): RedisClient {
  const queue = blocking ? WAITING : FAILING;
  const redis = config.cluster
    ? openCluster(config, { ...queue, clusterRetryStrategy: retryStrategy })
    : openServer(config, { ...queue, retryStrategy });
  redis.on('error', (error: Error & { lastNodeError?: Error }) =>
    log.warn({ err: error.message, node: error.lastNodeError?.message }, 'redis'),
  );
  return redis;
}

/**
 * Opens a connection that is not opened again.
 * @throws Error if Redis does not respond
 */
export async function connectOnce(config: RedisConfig): Promise<RedisClient> {
  const never = () => null;
  const redis = config.cluster
    ? openCluster(config, { lazyConnect: true, clusterRetryStrategy: never })
    : openServer(config, { lazyConnect: true, retryStrategy: never, sentinelRetryStrategy: never });
  redis.on('error', () => {});
  await redis.connect().catch((error: Error) => {
    redis.disconnect();
    throw new Error(`Redis does not respond: ${error.message}`, { cause: error });
  });
  return redis;
}

type ClusterOptions = NonNullable<ConstructorParameters<typeof Cluster>[1]>;

function openCluster(config: RedisConfig, options: ClusterOptions): Cluster {
  const { username, password } = accessOf(config);
  const tls = tlsOf(config);
  return new Cluster(config.cluster!, {
    ...options,
    slotsRefreshTimeout: LIST_MS,
    redisOptions: { maxRetriesPerRequest: null, username, password, tls },
    // Certificates name hosts. Without encryption, addresses of gone nodes must not be cached.
    ...(tls && { dnsLookup: (host, callback) => callback(null, host) }),
  });
}

function openServer(config: RedisConfig, options: RedisOptions): Redis {
  const common = { ...options, maxRetriesPerRequest: null, reconnectOnError };
  const tls = tlsOf(config);
  if (!config.sentinels && !tls) return new Redis(config.url, common);
  const access = { ...common, ...accessOf(config), tls };
  if (!config.sentinels) return new Redis({ ...access, ...hostOf(config) });
  const { nodes, primary, password } = config.sentinels;
  return new Redis({
    ...access,
    sentinels: nodes,
    name: primary,
    sentinelPassword: password,
    // A primary that lost its network would be used until TCP gives up.
    failoverDetector: true,
    Connector: Sentinels,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  });
}

/**
 * Connects to the primary that sentinels name. The report of a failover ends the connection to the earlier
 * primary; during the search for the new one it would end the search, and ioredis would not repeat it.
 */
class Sentinels extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(emitter: Parameters<SentinelConnector['connect']>[0]) {
    // Ends the subscription to reports. A new one follows each connection.
    this.disconnect();
    return super.connect(emitter);
  }
}

function hostOf({ url }: RedisConfig) {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 6379) };
}

function accessOf({ url, cluster }: RedisConfig) {
  const { username, password, pathname, searchParams } = new URL(url);
  return {
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || searchParams.get('password') || undefined,
    ...(!cluster && { db: Number(/^\/(?<db>\d+)$/.exec(pathname)?.groups?.['db'] ?? 0) }),
  };
}

/** Returns the contents of the files. Without files, Node.js decides whom to trust. */
function tlsOf({ tls }: RedisConfig): Record<string, string> | undefined {
  if (!tls) return undefined;
  return Object.fromEntries(Object.entries(tls).map(([part, file]) => [part, readFileSync(file, 'utf8')]));
}

/** Resolves when the connection accepts commands. */
export async function redisReady(redis: RedisClient): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()));
}

/**
 * A Redis that evicts keys silently loses acknowledged jobs.
 * @throws Error if maxmemory-policy is not noeviction
 */
export async function refuseEviction(redis: RedisClient): Promise<void> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  // Hosted services report this, although they refuse CONFIG GET.
  const texts = await Promise.all(servers.map((server) => server.info('memory')));
  for (const text of texts) {
    const policy = /^maxmemory_policy:(?<policy>[\w-]+)/m.exec(text)?.groups?.['policy'] ?? 'noeviction';
    if (policy !== 'noeviction') {
      throw new Error(
        `Redis must run with maxmemory-policy noeviction, not ${policy}: it would lose jobs silently.`,
      );
    }
  }
}
