import { createHash } from 'node:crypto';

/**
 * Returns an ID that is equal for the same upload of the same user, and different for others: a form that is
 * sent twice creates one video.
 */
export function uploadedId(userId: string, uploadId: string): string {
  const hash = createHash('sha256').update(`${userId} ${uploadId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
