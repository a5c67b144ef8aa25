import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../config/objects-config.ts';

/** Tries of one request. The waits between them grow to 20 s. */
const TRIES = 5;
const CONNECT_MS = 10_000;
/** The longest silence of the store within a response, in ms. */
const SILENCE_MS = 30_000;

/** The client's packages are large, so they are loaded only when files are in a bucket. */
export const loadS3 = () => import('@aws-sdk/client-s3');

export async function openS3Client(config: S3Config): Promise<S3Client> {
  const { S3Client } = await loadS3();
  const { region, endpoint, pathStyle, credentials } = config;
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials && { credentials }),
    maxAttempts: TRIES,
    retryMode: 'standard',
    // Not all compatible stores know the newer checksums. The signature covers the content of each part.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
}
