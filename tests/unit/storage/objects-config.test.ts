import { expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
  DATA_DIR: '/data',
};
const objects = (env: Record<string, string>) => parseConfig({ ...LOCAL, ...env }).objects;

it('stores files in a folder of this machine until a bucket is set', () => {
  expect(objects({})).toBeNull();
});

it('reads a bucket of Amazon S3 with the default credential chain', () => {
  expect(objects({ OBJECTS: 's3://films/our/prefix/' })).toEqual({
    s3: {
      bucket: 'films',
      prefix: 'our/prefix',
      region: 'us-east-1',
      endpoint: null,
      publicEndpoint: null,
      pathStyle: false,
      credentials: null,
    },
    cache: { dir: '/data/cache', maxBytes: 21_474_836_480 },
  });
});

it('reads a bucket of a compatible store with its own keys', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const store = {
    S3_REGION: 'eu',
    S3_ENDPOINT: 'http://store:9000/',
    S3_PUBLIC_ENDPOINT: 'https://files.example/',
    S3_PATH_STYLE: 'on',
  };
  const cache = { CACHE_DIR: '/fast', CACHE_DIR_MAX_BYTES: '1000' };
  expect(objects({ OBJECTS: 's3://films', ...store, ...keys, ...cache })).toMatchObject({
    s3: {
      prefix: '',
      region: 'eu',
      endpoint: 'http://store:9000',
      publicEndpoint: 'https://files.example',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
    cache: { dir: '/fast', maxBytes: 1000 },
  });
});

it.each(['films', 'https://films', 's3://', 's3://Films', 's3://films/../x', 's3://films?x=1'])(
  'refuses %j as a bucket',
  (OBJECTS) => {
    expect(() => objects({ OBJECTS })).toThrow('must be an address such as s3://bucket/prefix');
  },
);

it('refuses half of the keys, and variables that have no effect without a bucket', () => {
  const OBJECTS = 's3://films';
  expect(() => objects({ OBJECTS, S3_ACCESS_KEY_ID: 'id' })).toThrow('go together');
  expect(() => objects({ S3_REGION: 'eu' })).toThrow('S3_REGION has no effect without OBJECTS.');
});
