import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { refuseNoRoom } from '#core/repositories/account/holdings.ts';
import { findVideos, type VideoRow } from '#core/repositories/media/videos.ts';
import { takeSent } from './direct-videos.ts';
import { type IncomingFile, receiveFile } from './incoming-files.ts';
import { inspectUpload, UNUSABLE } from '../media/inspect-upload.ts';
import { mediaWork } from '../media/media-work.ts';
import type { Caller } from '../caller.ts';
import { uploadedId } from './uploaded-id.ts';
import type { UploadBudget } from './upload-budget.ts';

/** The backend with the budget of the user's uploads. */
export interface UploadBackend extends Backend {
  uploadBudget: UploadBudget;
}

/** A part of a form, in order of arrival. */
export type SentPart = { name: string; text: string } | { name: string; file: Readable };

/** A form with a video, or with the rest of a video of which `offset` bytes arrived before. */
export interface SentForm {
  /** The sender's ID for the upload, for resuming it. The same ID twice creates one video. */
  uploadId: string;
  offset: number;
  /** The length announced by the request. */
  bytes: number | undefined;
  parts: AsyncIterable<SentPart>;
}

/** The rules of a form. */
interface Rules<Fields> {
  maxBytes: number;
  tooLarge: () => AppError;
  /** The message if the file, or a required field, is missing. */
  missing: string;
  /** @throws AppError if a field is missing or invalid */
  readFields: (texts: Record<string, string>) => Fields;
}

/** A video that arrived completely. */
export interface TakenVideo<Fields> {
  bytes: number;
  /** Returns the SHA-256 of the file, in hex. */
  hash(): Promise<string>;
  /** Stores the file. Returns its key. */
  store(): Promise<string>;
  fields: Fields;
  durationMs: number;
}

/** The bytes of a form beside its file. */
const FORM_BYTES = 64 * 1024;

export const uploadedVideoId = (id: string): string => `upload_${id}`;

/** Returns the video of an upload, if it already exists. */
export async function findMade(db: Backend['db'], userId: string, id: string): Promise<VideoRow | undefined> {
  const [made] = await findVideos(db, [uploadedVideoId(id)], userId);
  return made;
}

/**
 * Receives a video, probes it, and passes it on. A partial file is retained for a day.
 * @throws AppError `bad_request` without a file or a field, `conflict` if fewer than `offset` bytes arrived
 * before, `too_large`, `unprocessable` if it is not a video or the account has no room, `too_many_requests`
 * if its user sent too much
 */
export async function takeVideo<Fields, Kept>(
  backend: UploadBackend,
  { userId }: Caller,
  { uploadId, offset, bytes, parts }: SentForm,
  rules: Rules<Fields>,
  keep: (video: TakenVideo<Fields>) => Promise<Kept>,
): Promise<Kept> {
  const { db, config, disk, storage, uploadBudget } = backend;
  const { maxBytes } = rules;
  if (bytes !== undefined && offset + bytes > maxBytes + FORM_BYTES) throw rules.tooLarge();
  await disk.refuseFull();
  const least = Math.max(1, offset + (bytes ?? 0) - FORM_BYTES);
  await refuseNoRoom(db, config, userId, { bytes: least, uploadId });
  const expected = Math.max(0, Math.min(bytes ?? maxBytes, maxBytes - offset));
  return receiveFile(config.partialDir, { userId, uploadId, offset }, async (file) => {
    const received = await uploadBudget.spend(userId, expected, (count) =>
      receive(parts, file, rules, count),
    );
    const sent = received.bytes ? undefined : await takeSent(backend, { userId, uploadId });
    if (!received.bytes && !sent) throw new AppError('bad_request', rules.missing);
    const objectKey = `uploads/${uploadedId(userId, uploadId)}/${randomUUID()}`;
    const video = sent ?? {
      path: file.path,
      bytes: received.bytes ?? 0,
      hash: file.hash,
      async store() {
        await storage.putFile(objectKey, file.path);
        return objectKey;
      },
    };
    try {
      const look = await mediaWork(
        backend,
        { key: `video ${video.path}`, userId },
        (ffmpeg) => inspectUpload(ffmpeg, video.path, { maxDurationMs: config.maxTotalMs, wanted: 'video' }),
        'probes',
      );
      if (look.kind === 'image')
        throw new AppError('unprocessable', 'This is an image. Choose a video.', UNUSABLE);
      return await keep({ ...video, fields: received.fields, durationMs: look.durationMs });
    } catch (error) {
      if (error instanceof AppError && error.code === 'unprocessable') await sent?.drop();
      throw error;
    }
  });
}

async function receive<Fields>(
  parts: AsyncIterable<SentPart>,
  { write }: IncomingFile,
  { maxBytes, tooLarge, readFields }: Rules<Fields>,
  count: (bytes: number) => void,
): Promise<{ bytes: number | undefined; fields: Fields }> {
  const texts: Record<string, string> = {};
  let received: number | undefined;
  for await (const part of parts) {
    if ('text' in part) texts[part.name] = part.text;
    else if (part.name !== 'video' || received !== undefined)
      throw new AppError('bad_request', 'Send one file, as "video".');
    else received = await write(part.file, { maxBytes, tooLarge, count });
  }
  return { bytes: received, fields: readFields(texts) };
}
