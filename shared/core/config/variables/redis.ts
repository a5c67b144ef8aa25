import { z } from 'zod';
import { custom, oneOf, text } from '../variable.ts';
import { refuseOpenStore } from './refusals.ts';

const NODE = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i;

/** The addresses of servers, separated by commas. */
const nodes = z
  .string()
  .transform((value) => value.split(',').map((address) => NODE.exec(address.trim())?.groups))
  .refine((found) => found.every(Boolean), 'must be addresses such as 10.0.0.1:6379,10.0.0.2:6379')
  .transform((found) =>
    found.map((address) => ({
      host: address!['host']!.replaceAll(/[[\]]/g, ''),
      port: Number(address!['port']),
    })),
  );

export const REDIS = {
  REDIS_URL: custom(z.string().min(1))({
    help: 'redis://:password@host:6379 (Redis 6.2 or newer, with maxmemory-policy noeviction and appendonly yes); rediss: encrypts the connection.',
    secret: true,
    as: null,
    compose: true,
    production: refuseOpenStore('REDIS_URL'),
    replaces: { need: 'Job queue', now: 'a private Redis' },
  }),
  REDIS_PREFIX: custom(
    z
      .string()
      .regex(/^[\w-]+$/)
      .default('cutroom'),
    'cutroom',
  )({
    help: 'The prefix of each key and channel, so that installations can share one Redis. In a cluster it is their hash tag, {cutroom}.',
    as: null,
  }),
  REDIS_CLUSTER: oneOf(['off', 'on'])({
    help: 'on: REDIS_URL names a node of a Redis Cluster, which lists the other nodes.',
    as: null,
  }),
  REDIS_NODES: custom(nodes.optional())({
    help: 'More nodes of that cluster, such as 10.0.0.1:6379,10.0.0.2:6379. A process starts as long as one of them responds.',
    as: null,
    onlyWith: 'REDIS_CLUSTER=on',
  }),
  REDIS_SENTINELS: custom(nodes.optional())({
    help: 'The sentinels of a Redis with failover, such as 10.0.0.1:26379,10.0.0.2:26379. The host of REDIS_URL is then the name of the monitored primary, such as redis://:password@mymaster.',
    as: null,
  }),
  REDIS_SENTINEL_PASSWORD: text({
    help: 'The password of the sentinels themselves.',
    secret: true,
    as: null,
    onlyWith: 'REDIS_SENTINELS',
  }),
  REDIS_CA_FILE: text({
    help: 'The certificates (PEM) of the authority that signed those of Redis, for rediss: addresses.',
    unset: 'the authorities that Node.js trusts',
    as: null,
  }),
  REDIS_CERT_FILE: text({
    help: "The client's certificate (PEM), if Redis requires one.",
    as: null,
    pair: 'REDIS_KEY_FILE',
  }),
  REDIS_KEY_FILE: text({ help: 'The key (PEM) of that certificate.', as: null, pair: 'REDIS_CERT_FILE' }),
};
