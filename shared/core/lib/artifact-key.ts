import { createHash } from 'node:crypto';

/** Any JSON value. The order of an array is part of the key. */
export type KeyPart = string | number | boolean | null | KeyPart[];

/** A hash of everything that shaped an artifact. */
export function artifactKey(job: { name: string; version: number }, parts: KeyPart[]): string {
  return createHash('sha256')
    .update(JSON.stringify([job.name, job.version, ...parts]))
    .digest('hex');
}
