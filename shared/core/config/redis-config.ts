import { parseUrl } from '../lib/parse-url.ts';
import type { Environment } from './environment.ts';

export interface RedisNode {
  host: string;
  port: number;
}

/** How to reach Redis: one server, a cluster, or the primary that sentinels name. */
export interface RedisConfig {
  url: string;
  /** Nodes that list the others; `null` without a cluster. */
  cluster: RedisNode[] | null;
  /** `null` without sentinels. */
  sentinels: { nodes: RedisNode[]; primary: string; password: string | undefined } | null;
  /** PEM files for an encrypted connection; `null` without encryption. */
  tls: Partial<Record<'ca' | 'cert' | 'key', string>> | null;
}

const DEFAULT_PORT = 6379;
const FILES = { ca: 'REDIS_CA_FILE', cert: 'REDIS_CERT_FILE', key: 'REDIS_KEY_FILE' } as const;

/** @throws Error if variables contradict each other */
export function redisConfig(e: Environment): RedisConfig {
  const url = parseUrl(e.REDIS_URL);
  const isCluster = e.REDIS_CLUSTER === 'on';
  const tls = url?.protocol === 'rediss:' ? filesOf(e) : null;
  if (!tls) {
    const unused = Object.values(FILES).find((name) => e[name] !== undefined);
    if (unused) throw new Error(`${unused} has no effect unless REDIS_URL begins with rediss:.`);
  }
  if (!isCluster && !e.REDIS_SENTINELS) return { url: e.REDIS_URL, cluster: null, sentinels: null, tls };
  if (isCluster && e.REDIS_SENTINELS) {
    throw new Error('REDIS_CLUSTER and REDIS_SENTINELS exclude each other: set one of them.');
  }
  if (!url?.hostname) throw new Error('REDIS_URL must be an address such as redis://:password@host:6379.');
  if (!isCluster) {
    const sentinels = {
      nodes: e.REDIS_SENTINELS!,
      primary: url.hostname,
      password: e.REDIS_SENTINEL_PASSWORD,
    };
    return { url: e.REDIS_URL, cluster: null, sentinels, tls };
  }
  if (/\d/.test(url.pathname) && url.pathname !== '/0') {
    throw new Error('A Redis Cluster has one database: remove the number at the end of REDIS_URL.');
  }
  const first = { host: url.hostname.replaceAll(/[[\]]/g, ''), port: Number(url.port || DEFAULT_PORT) };
  return { url: e.REDIS_URL, cluster: [first, ...(e.REDIS_NODES ?? [])], sentinels: null, tls };
}

function filesOf(e: Environment): NonNullable<RedisConfig['tls']> {
  const named = Object.entries(FILES).map(([part, name]) => [part, e[name]] as const);
  return Object.fromEntries(named.filter(([, file]) => file !== undefined));
}

/**
 * Returns the prefix of each key and channel. In a cluster it is a hash tag, so that all keys are in one
 * slot: commands and scripts with several keys need that.
 */
export const redisPrefix = (e: Environment): string =>
  e.REDIS_CLUSTER === 'on' ? `{${e.REDIS_PREFIX}}` : e.REDIS_PREFIX;
