import { type ChannelUploadFields, channelUploadFieldsSchema, NOT_CONNECTED } from '#contract/channel.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Video } from '#contract/videos.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { type ChannelRow, findChannel } from '#core/repositories/account/channels.ts';
import { refuseFilesOver } from '#core/repositories/account/holdings.ts';
import { getVideo, insertUploadedVideo, toVideo } from '#core/repositories/media/videos.ts';
import { startRun } from '#core/runs/start-run.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Caller } from '../caller.ts';
import { findMade, type UploadBackend, uploadedId, uploadedVideoId, videoLimit } from './own-video.ts';
import { type SentForm, type TakenVideo, takeVideo } from './take-video.ts';

const FILE_NAME = 'video';
const MISSING = 'Please select a file and enter a title.';

/**
 * Receives a video for its user's channel and starts publishing it. It is stored as the user's video, so that
 * a compilation can be made from it immediately. A partial file is retained for a day.
 * @throws AppError `forbidden` without a channel, `bad_request` without a file or a title; `conflict` if
 * fewer than `offset` bytes arrived before; `too_large`; `unprocessable` if it is not a video or the account
 * has no room; `too_many_requests` if its user sent too much
 */
export async function uploadToChannel(
  backend: UploadBackend,
  caller: Caller,
  sent: SentForm,
): Promise<Video> {
  const { db, config } = backend;
  const { userId } = caller;
  const channel = await findChannel(db, userId);
  if (!channel) throw new AppError('forbidden', NOT_CONNECTED);
  const id = uploadedId(userId, sent.uploadId);
  const existing = await findMade(db, userId, id);
  if (existing) return toVideo(existing);
  const rules = { ...videoLimit(config, 'channel'), missing: MISSING, readFields };
  const use = (video: TakenVideo, fields: ChannelUploadFields) => keep(backend, channel, id, video, fields);
  return takeVideo(backend, caller, sent, rules, use).catch(async (error: unknown) => {
    // A form that was sent at the same time may have made the video.
    const other = await findMade(db, userId, id);
    if (other) return toVideo(other);
    throw error;
  });
}

function readFields(texts: Record<string, string>): ChannelUploadFields {
  if (!texts['title']?.trim()) throw new AppError('bad_request', MISSING);
  const fields = channelUploadFieldsSchema.safeParse(texts);
  if (!fields.success) throw new AppError('bad_request', fields.error.issues[0]!.message);
  return fields.data;
}

async function keep(
  backend: Backend,
  { userId, channelId, title: channel }: ChannelRow,
  id: string,
  { hash, store, claim, release, bytes, durationMs }: TakenVideo,
  { title, description = '' }: ChannelUploadFields,
): Promise<Video> {
  const { config, db } = backend;
  const videoId = uploadedVideoId(id);
  const sha256 = await hash();
  const objectKey = await store();
  // The key of its fetch: processing finds the file with it.
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  try {
    await startRun(backend, 'publishing', { userId }, async (trx, begin) => {
      if (!(await claim(trx))) throw new AppError('conflict', 'This video is already being uploaded.');
      await insertArtifact(trx, {
        key: fetchKey,
        job: fetchMedia.name,
        version: fetchMedia.version,
        ownerId: userId,
        data: { sha256, bytes, fileName: FILE_NAME, subtitles: [] },
        files: [{ name: FILE_NAME, objectKey, bytes }],
      });
      const object = { id, userId, fileName: title };
      await insertUploadedVideo(trx, {
        id: videoId,
        durationMs,
        fetchKey,
        object,
        description: description || null,
        channel,
        isFootage: true,
      });
      const metadata = { channelId, title, description, privacy: 'private', language: null } as const;
      const input = { of: 'upload', artifactKey: fetchKey, ...metadata } as const;
      const runId = await begin({ projectId: null, input });
      await refuseFilesOver(trx, config.caps, userId);
      return { runId };
    });
  } catch (error) {
    await release(objectKey);
    throw error;
  }
  return toVideo(await getVideo(db, videoId));
}
