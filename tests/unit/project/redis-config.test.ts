import { describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { isConnectionError, isReadOnlyError } from '#core/lib/outages.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://:secret@localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const read = (env: Record<string, string>) => parseConfig({ ...LOCAL, ...env });

describe('the configuration of Redis', () => {
  it('uses one server until a cluster or sentinels are set', () => {
    const { redis, redisPrefix } = read({});
    expect(redis).toEqual({ url: LOCAL.REDIS_URL, cluster: null, sentinels: null, tls: null });
    expect(redisPrefix).toBe('cutroom');
  });

  it('puts all keys of a cluster into one slot by a hash tag', () => {
    const cluster = { REDIS_CLUSTER: 'on', REDIS_NODES: '10.0.0.2:7000, [::1]:7001' };
    const { redis, redisPrefix } = read({ ...cluster, REDIS_PREFIX: 'films' });
    expect(redis.cluster).toEqual([
      { host: 'localhost', port: 6379 },
      { host: '10.0.0.2', port: 7000 },
      { host: '::1', port: 7001 },
    ]);
    expect(redisPrefix).toBe('{films}');
    for (const database of ['/0', '/', '']) {
      expect(read({ ...cluster, REDIS_URL: `redis://:p@a:7000${database}` }).redis.cluster![0]!.port).toBe(
        7000,
      );
    }
    expect(() => read({ ...cluster, REDIS_URL: 'redis://:p@a:7000/1' })).toThrow('has one database');
  });

  it('reads the name of the primary of sentinels from the host of the address', () => {
    const sentinels = { REDIS_SENTINELS: 'a:26379,b:26379', REDIS_SENTINEL_PASSWORD: 'other' };
    expect(read({ ...sentinels, REDIS_URL: 'redis://:p@My_films/2' }).redis.sentinels).toEqual({
      nodes: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26379 },
      ],
      primary: 'My_films',
      password: 'other',
    });
    expect(() => read({ ...sentinels, REDIS_CLUSTER: 'on' })).toThrow('exclude each other');
    expect(() => read({ ...sentinels, REDIS_URL: 'localhost' })).toThrow('must be an address');
  });

  it('reads certificates only for an encrypted connection', () => {
    const files = { REDIS_CA_FILE: '/ca.pem', REDIS_CERT_FILE: '/cert.pem', REDIS_KEY_FILE: '/key.pem' };
    const encrypted = { ...files, REDIS_URL: 'rediss://:p@redis' };
    expect(read(encrypted).redis.tls).toEqual({ ca: '/ca.pem', cert: '/cert.pem', key: '/key.pem' });
    expect(read({ REDIS_URL: 'rediss://:p@redis' }).redis.tls).toEqual({});
    expect(() => read(files)).toThrow('REDIS_CA_FILE has no effect unless REDIS_URL begins with rediss:.');
    expect(() => read({ ...encrypted, REDIS_KEY_FILE: '' })).toThrow('go together');
  });

  it.each(['a', 'a:', 'a:x', 'a:1,', 'a:1 b:2', 'redis://a:1', `${'a'.repeat(100_000)}:`])(
    'refuses %j as addresses of nodes',
    (REDIS_SENTINELS) => {
      expect(() => read({ REDIS_SENTINELS })).toThrow(
        'must be addresses such as 10.0.0.1:6379,10.0.0.2:6379',
      );
    },
  );
});

describe('an outage', () => {
  it.each([
    "READONLY You can't write against a read only replica.",
    'CLUSTERDOWN Hash slot not served',
    'LOADING Redis is loading the dataset in memory',
    'Failed to refresh slots cache.',
    "Cluster isn't ready and enableOfflineQueue options is false",
    'Too many Cluster redirections. Last error: Error: Connection is closed.',
    'All sentinels are unreachable. Retrying from scratch after 10ms.',
    'query_wait_timeout',
    'server conn crashed?',
    'server login has been failing, try again later (server_login_retry)',
    'pgbouncer cannot connect to server',
  ])('includes %j', (message) => {
    expect(isConnectionError(new Error(message))).toBe(true);
  });

  it('includes a database that accepts no changes, but no other refusal', () => {
    const coded = (code: string) => Object.assign(new Error('refused'), { code });
    expect([isConnectionError(coded('25006')), isReadOnlyError(coded('25006'))]).toEqual([true, true]);
    expect([isConnectionError(coded('08P01')), isReadOnlyError(coded('57P01'))]).toEqual([false, false]);
    expect(isConnectionError(new Error('ERR wrong number of arguments, not READONLY'))).toBe(false);
  });
});
