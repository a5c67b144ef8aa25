import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

/** Where the files are in an S3-compatible store, and how to reach it. */
export interface S3Config {
  bucket: string;
  /** The first part of each key, such as "films"; empty for the whole bucket. */
  prefix: string;
  region: string;
  /** The store's URL; `null` for Amazon S3. */
  endpoint: string | null;
  /** The store's URL for browsers; `null` if it is the same. */
  publicEndpoint: string | null;
  /** Whether the bucket is the first part of the path, instead of a part of the host's name. */
  pathStyle: boolean;
  /** `null` for the default credential chain: environment, shared files, container, instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export interface ObjectsConfig {
  s3: S3Config;
  /** The folder of the copies on this machine, and their total size at most, in bytes. */
  cache: { dir: string; maxBytes: number };
}

/** Returns where the files are; `null` for the local folder. */
export function objectsConfig(e: Environment, dataDir: string): ObjectsConfig | null {
  if (e.OBJECTS === undefined) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  return {
    s3: {
      ...e.OBJECTS,
      region: e.S3_REGION,
      endpoint: e.S3_ENDPOINT ?? null,
      publicEndpoint: e.S3_PUBLIC_ENDPOINT ?? null,
      pathStyle: e.S3_PATH_STYLE === 'on',
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    },
    cache: { dir: resolve(e.CACHE_DIR ?? resolve(dataDir, 'cache')), maxBytes: e.CACHE_DIR_MAX_BYTES },
  };
}
