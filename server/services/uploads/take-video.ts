import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { refuseNoRoom } from '#core/repositories/account/holdings.ts';
import { takeSent } from './earlier-videos.ts';
import { type IncomingFile, receiveFile } from './incoming-files.ts';
import { inspectUpload, UNUSABLE } from '../media/inspect-upload.ts';
import { mediaWork } from '../media/media-work.ts';
import type { Caller } from '../caller.ts';
import { type ArrivedVideo, type UploadBackend, uploadedId } from './own-video.ts';
import { findSentVideo } from './video-uploads.ts';

/** A part of a form, in order of arrival. */
export type SentPart = { name: string; text: string } | { name: string; file: Readable };

/**
 * A form with a video, with the rest of a video of which `offset` bytes arrived before, or without a file for
 * one that was sent by the links of its upload.
 */
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

/** A usable video. */
export interface TakenVideo extends Omit<ArrivedVideo, 'path' | 'refuse'> {
  durationMs: number;
}

/** The bytes of a form beside its file. */
const FORM_BYTES = 64 * 1024;

/**
 * Receives the form of a video, probes the video, and passes it on. A partial file is retained for a day.
 * @throws AppError `bad_request` without a file or a field, `conflict` if fewer than `offset` bytes arrived
 * before, `too_large`, `unprocessable` if it is not a video or the account has no room, `too_many_requests`
 * if its user sent too much
 */
export async function takeVideo<Fields, Kept>(
  backend: UploadBackend,
  caller: Caller,
  { uploadId, offset, bytes, parts }: SentForm,
  rules: Rules<Fields>,
  keep: (video: TakenVideo, fields: Fields) => Promise<Kept>,
): Promise<Kept> {
  const { userId } = caller;
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
    const { fields } = received;
    if (received.bytes) {
      const { path, hash } = file;
      const video = { ...newFile(storage, path, uploadedId(userId, uploadId)), path, hash };
      return keepVideo(backend, caller, { ...video, bytes: received.bytes }, (usable) =>
        keep(usable, fields),
      );
    }
    const sent =
      (await findSentVideo(backend, caller, uploadId)) ?? (await takeSent(backend, { userId, uploadId }));
    if (!sent) throw new AppError('bad_request', rules.missing);
    if (sent.bytes > maxBytes) throw rules.tooLarge();
    return keepVideo(backend, caller, sent, (usable) => keep(usable, fields));
  });
}

/** Returns how a file of this machine is stored and removed. */
function newFile(
  storage: Backend['storage'],
  path: string,
  id: string,
): Pick<ArrivedVideo, 'store' | 'claim' | 'refuse' | 'release'> {
  return {
    async store() {
      const objectKey = `uploads/${id}/${randomUUID()}`;
      await storage.putFile(objectKey, path);
      return objectKey;
    },
    claim: async () => true,
    refuse: async () => {},
    release: (objectKey) => storage.remove(objectKey),
  };
}

/** Probes a video, and passes it on. @throws AppError `unprocessable` if it is not a video; errors of `keep` */
export async function keepVideo<Kept>(
  backend: Backend,
  { userId }: Caller,
  video: ArrivedVideo,
  keep: (video: TakenVideo) => Promise<Kept>,
): Promise<Kept> {
  const options = { maxDurationMs: backend.config.maxTotalMs, wanted: 'video' } as const;
  const inspect = async () => {
    const facts = await mediaWork(
      backend,
      { key: `video ${video.path}`, userId },
      (ffmpeg) => inspectUpload(ffmpeg, video.path, options),
      'probes',
    );
    if (facts.kind !== 'image') return facts;
    throw new AppError('unprocessable', 'This is an image. Choose a video.', UNUSABLE);
  };
  const { durationMs } = await inspect().catch(async (error: unknown) => {
    await video.refuse(error);
    throw error;
  });
  return keep({ ...video, durationMs });
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
