import { createHash } from 'node:crypto';
import type { VideoUploadRequest } from '#contract/uploads.ts';
import type { Backend } from '#core/backend.ts';
import type { Config } from '#core/config/config.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { findVideos, type VideoRow } from '#core/repositories/media/videos.ts';
import { sizeText } from '#text/messages/size-text.ts';
import type { UploadBudget } from './upload-budget.ts';

/** The backend with the budget of the user's uploads. */
export interface UploadBackend extends Backend {
  uploadBudget: UploadBudget;
}

/** A video that arrived completely. */
export interface ArrivedVideo {
  path: string;
  bytes: number;
  /** Returns the SHA-256 of the file, in hex. */
  hash(): Promise<string>;
  /** Stores the file. Returns its key. */
  store(): Promise<string>;
  /** Ends the upload in the transaction that uses it. Returns `false` if another request used it first. */
  claim(trx: Executor): Promise<boolean>;
  /** Removes the file if it can never be used. */
  refuse(refusal: unknown): Promise<void>;
  /** Removes the stored file after a failure, unless another request may use it. */
  release(objectKey: string): Promise<void>;
}

/**
 * Returns the ID of an own video's upload. It is equal for the same upload of the same user, and different
 * for others: an upload that is used twice creates one video.
 */
export function uploadedId(userId: string, uploadId: string): string {
  const hash = createHash('sha256').update(`${userId} ${uploadId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

type Purpose = VideoUploadRequest['purpose'];

const LIMITS: Record<Purpose, { name: string; bytesIn: (config: Config) => number }> = {
  footage: { name: 'Videos in your footage', bytesIn: ({ footageMaxBytes }) => footageMaxBytes },
  channel: { name: 'Videos for a channel', bytesIn: ({ channelUploadMaxBytes }) => channelUploadMaxBytes },
};

/** Returns the limit of an own video, and the error for a larger one. */
export function videoLimit(config: Config, purpose: Purpose): { maxBytes: number; tooLarge: () => AppError } {
  const { name, bytesIn } = LIMITS[purpose];
  const maxBytes = bytesIn(config);
  return {
    maxBytes,
    tooLarge: () => new AppError('too_large', `${name} can be up to ${sizeText(maxBytes)}.`),
  };
}

export const uploadedVideoId = (id: string): string => `upload_${id}`;

/** Returns the video of an upload, if it already exists. */
export async function findMade(
  db: UploadBackend['db'],
  userId: string,
  id: string,
): Promise<VideoRow | undefined> {
  const [video] = await findVideos(db, [uploadedVideoId(id)], userId);
  return video;
}
