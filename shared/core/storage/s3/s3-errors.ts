import { STORE_UNAVAILABLE } from '../../lib/outages.ts';
import { missingFile } from '../storage.ts';
import type { S3Config } from '../../config/objects-config.ts';

/** The store does not respond now, or accepts no more requests. The same request may succeed later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/** The store refuses requests until its configuration, or ours, changes. The message is for operators. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError';
}

interface Failure {
  name?: string;
  code?: unknown;
  syscall?: unknown;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const MISSING = new Set(['NoSuchKey', 'NotFound']);
/** What operators can check, by the store's code. */
const ADVICE: Record<string, string> = {
  NoSuchBucket: 'Check OBJECTS: there is no such bucket.',
  PermanentRedirect: 'Check S3_REGION and S3_ENDPOINT: the bucket is elsewhere.',
  AuthorizationHeaderMalformed: 'Check S3_REGION: the bucket is in another region.',
  RequestTimeTooSkewed: 'Check the clock of this machine: it differs from that of the store.',
  CredentialsProviderError:
    'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or provide credentials to the default credential chain.',
};
const ACCESS = 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what they permit.';

/** Converts an error of the client to one that the product knows. Errors of this machine's disk stay. */
export function toStoreError(error: unknown, { bucket }: S3Config, key?: string): unknown {
  const { name = '', code, syscall, message = '', $metadata } = error as Failure;
  if (isOfStore(error) || code === 'ENOENT') return error;
  const status = $metadata?.httpStatusCode;
  if (key !== undefined && MISSING.has(name)) return missingFile(key, error);
  const isRefused = status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;
  if (Object.hasOwn(ADVICE, name) || (isRefused && name !== 'SlowDown')) {
    const advice = ADVICE[name] ?? (status === 403 || status === 401 ? ACCESS : message);
    return new StoreRefusedError(
      `The object store refuses requests for the bucket ${bucket} (${name}). ${advice}`,
      {
        cause: error,
      },
    );
  }
  const isOfDisk =
    typeof syscall === 'string' && /^(open|write|read|fsync|rename|link|mkdir|stat)/.test(syscall);
  if (status === undefined && (isOfDisk || code === 'ENOSPC')) return error;
  return new StoreUnavailableError(
    `The object store does not respond (${name || String(code)}): ${message}`,
    {
      cause: error,
    },
  );
}

const isOfStore = (error: unknown) =>
  error instanceof StoreUnavailableError || error instanceof StoreRefusedError;
