import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ChannelUploadFields, channelUploadFieldsSchema, NOT_CONNECTED } from '#contract/channel.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Video } from '#contract/videos.ts';
import { AppError } from '#core/errors.ts';
import type { Backend } from '#core/backend.ts';
import { sizeText } from '#core/size-text.ts';
import { insertArtifact } from '#core/repositories/artifacts.ts';
import { type ChannelRow, findChannel } from '#core/repositories/channels.ts';
import { refuseFilesOver, refuseNoRoom } from '#core/repositories/holdings.ts';
import { findVideos, getVideo, insertUploadedVideo, toVideo } from '#core/repositories/videos.ts';
import { startRun } from '#core/runs/start-run.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { arrivedBytes, type IncomingFile, takeIn } from './incoming-files.ts';
import { lookAtUpload } from './look-at-upload.ts';
import { mediaWork } from './media-work.ts';
import type { UploadBudget } from './upload-budget.ts';

/** A part of a form, in order of arrival. */
export type SentPart = { name: string; text: string } | { name: string; file: Readable };

/** The size of a form beside its file. */
const FORM_BYTES = 64 * 1024;
const FILE_NAME = 'video';

interface Received {
  bytes: number;
  fields: ChannelUploadFields;
}

/** A form with a video, or with the rest of one of which `offset` bytes arrived before. */
interface SentForm {
  /** The sender's id for the upload, for resuming it; the same id twice makes one video. */
  uploadId: string;
  offset: number;
  /** The length announced by the request. */
  bytes: number | undefined;
  parts: AsyncIterable<SentPart>;
}

/** Equal for the same upload of the same user, and different for others: a form that comes twice makes one video. */
function idOf(userId: string, uploadId: string): string {
  const hash = createHash('sha256').update(`${userId} ${uploadId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function findMade(db: Backend['db'], userId: string, id: string): Promise<Video | undefined> {
  const [made] = await findVideos(db, [`upload_${id}`], userId);
  return made && toVideo(made);
}

/**
 * Takes a video for its user's channel and starts sending it there. It is stored as the user's video, so that a
 * compilation can be made of it at once. A partial file is kept for a day.
 * @throws AppError forbidden without a channel, bad_request without a file or a title, conflict when fewer than
 * `offset` bytes arrived before, too_large, unprocessable when it is no video or the account has no room,
 * too_many_requests when its user sent too much
 */
export async function uploadToChannel(
  backend: Backend,
  budget: UploadBudget,
  userId: string,
  { uploadId, offset, bytes, parts }: SentForm,
): Promise<Video> {
  const { db, config, disk } = backend;
  const channel = await findChannel(db, userId);
  if (!channel) throw new AppError('forbidden', NOT_CONNECTED);
  const id = idOf(userId, uploadId);
  const made = await findMade(db, userId, id);
  if (made) return made;
  const most = config.channelUploadMaxBytes;
  if (bytes !== undefined && offset + bytes > most + FORM_BYTES) throw tooLarge(most);
  await disk.refuseFull();
  const least = Math.max(1, offset + (bytes ?? 0) - FORM_BYTES);
  await refuseNoRoom(db, config, userId, { bytes: least, uploadId });
  const expected = Math.max(0, Math.min(bytes ?? most, most - offset));
  return takeIn(config.partialDir, { userId, uploadId, offset }, async (file) => {
    const received = await budget.spend(userId, expected, (count) => receive(parts, file, most, count));
    const look = await mediaWork(backend, { key: `channel ${file.path}`, userId }, (ffmpeg) =>
      lookAtUpload(ffmpeg, file.path, config.maxTotalMs),
    );
    if (look.kind === 'image')
      throw new AppError('unprocessable', 'This is a picture. Please choose a video.');
    return keep(backend, channel, id, { file, ...received }, look.durationMs);
  });
}

/** How many bytes of a video for the channel arrived; a request that still brings some is stopped. */
export async function channelUploadOffset(
  { config }: Backend,
  userId: string,
  uploadId: string,
): Promise<number> {
  return arrivedBytes(config.partialDir, { userId, uploadId });
}

async function receive(
  parts: AsyncIterable<SentPart>,
  { write }: IncomingFile,
  maxBytes: number,
  count: (bytes: number) => void,
): Promise<Received> {
  const texts: Record<string, string> = {};
  let received: number | undefined;
  for await (const part of parts) {
    if ('text' in part) texts[part.name] = part.text;
    else if (part.name !== 'video' || received !== undefined)
      throw new AppError('bad_request', 'Send one file, as "video".');
    else received = await write(part.file, { maxBytes, tooLarge: () => tooLarge(maxBytes), count });
  }
  if (!received || !texts['title']?.trim()) {
    throw new AppError('bad_request', 'Please select a file and enter a title.');
  }
  const fields = channelUploadFieldsSchema.safeParse(texts);
  if (!fields.success) throw new AppError('bad_request', fields.error.issues[0]!.message);
  return { bytes: received, fields: fields.data };
}

async function keep(
  backend: Backend,
  { userId, channelId, title: channel }: ChannelRow,
  id: string,
  { file, bytes, fields }: Received & { file: IncomingFile },
  durationMs: number,
): Promise<Video> {
  const { config, db, storage } = backend;
  const videoId = `upload_${id}`;
  const { title, description = '' } = fields;
  const objectKey = `uploads/${id}/${randomUUID()}`;
  const sha256 = await file.hash();
  await storage.putFile(objectKey, file.path);
  // The key of its fetch: processing finds the file here.
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  try {
    await startRun(backend, 'publishing', { userId }, async (trx, begin) => {
      await insertArtifact(trx, {
        key: fetchKey,
        job: fetchMedia.name,
        version: fetchMedia.version,
        ownerId: userId,
        data: { sha256, bytes, fileName: FILE_NAME, subtitles: [] },
        files: [{ name: FILE_NAME, objectKey, bytes }],
      });
      const object = { id, user_id: userId, file_name: title };
      await insertUploadedVideo(trx, {
        id: videoId,
        durationMs,
        fetchKey,
        object,
        description: description || null,
        channel,
      });
      const about = { channelId, title, description, privacy: 'private', language: null } as const;
      const input = { of: 'upload', artifactKey: fetchKey, ...about } as const;
      const runId = await begin({ projectId: null, input });
      await refuseFilesOver(trx, config.caps, userId);
      return { runId };
    });
  } catch (error) {
    await storage.remove(objectKey);
    const made = await findMade(db, userId, id);
    if (made) return made;
    throw error;
  }
  return toVideo(await getVideo(db, videoId));
}

const tooLarge = (most: number) =>
  new AppError('too_large', `A video for a channel can have at most ${sizeText(most)}.`);
