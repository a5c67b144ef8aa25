import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { S3Config } from '#core/config/objects-config.ts';
import { atEnd } from '../at-end.ts';
import { type S3Proxy, startS3Proxy } from './s3-proxy.ts';
import { KEYS } from './signature.ts';

const SERVER = fileURLToPath(new URL('../../../node_modules/fauxqs/dist/cli.js', import.meta.url));

/**
 * Starts an S3 server as a process, with an empty bucket, behind a proxy that verifies signatures. It stores
 * in memory, and parts of at most 11 MB. Await it at the top of a test file.
 */
export async function startS3() {
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env['PATH'], FAUXQS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const target = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The S3 server ended with ${code}.`)));
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  const proxy = await startS3Proxy(target);
  atEnd(async () => {
    await proxy.stop();
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const bucket = `films-${randomUUID().slice(0, 8)}`;
  await fetch(`${target}/${bucket}`, { method: 'PUT' });
  const config = (extra: Partial<S3Config> = {}): S3Config => ({
    bucket,
    prefix: '',
    region: 'eu-central-1',
    endpoint: proxy.url,
    publicEndpoint: null,
    pathStyle: true,
    credentials: KEYS,
    ...extra,
  });
  /**
   * The environment variables of an installation with its files in the bucket. A machine can have its own proxy
   * before the store, which records that machine's requests.
   */
  const environment = (prefix = '', { url }: Pick<S3Proxy, 'url'> = proxy): Record<string, string> => ({
    OBJECTS: `s3://${bucket}${prefix && `/${prefix}`}`,
    S3_REGION: 'eu-central-1',
    S3_ENDPOINT: url,
    S3_PATH_STYLE: 'on',
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  });
  /** Starts another proxy before the same store. */
  async function openProxy(): Promise<S3Proxy> {
    const other = await startS3Proxy(target);
    atEnd(() => other.stop());
    return other;
  }
  return { ...proxy, bucket, config, environment, openProxy };
}
