import { footageFieldsSchema, type FootageList, type AddedFootage } from '#contract/footage.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { isConnectionError } from '#core/lib/outages.ts';
import { countStoredBytes, refuseFilesOver } from '#core/repositories/account/holdings.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { bringBack, findAgain, listFootage, removeFootage } from '#core/repositories/media/footage.ts';
import { getVideo, insertUploadedVideo, toVideo } from '#core/repositories/media/videos.ts';
import { collectOneFootage } from '#core/repositories/retention/footage.ts';
import type { Caller } from '../caller.ts';
import { findMade, type UploadBackend, uploadedId, uploadedVideoId, videoLimit } from './own-video.ts';
import { keepVideo, type SentForm, type TakenVideo, takeVideo } from './take-video.ts';
import { findSentVideo } from './video-uploads.ts';

const FILE_NAME = 'video';
const MISSING = 'Please send a video file with its name.';

interface Fields {
  name: string;
}

/**
 * Adds an uploaded video to its user's footage. A file that already exists, by its upload or its contents, is
 * not added again.
 * @throws AppError `bad_request` if it did not arrive completely; `too_large`; `unprocessable` if it is not a
 * video or the account has no room
 */
export async function addFootage(
  backend: UploadBackend,
  caller: Caller,
  { uploadId }: { uploadId: string },
): Promise<AddedFootage> {
  const { userId } = caller;
  const id = uploadedId(userId, uploadId);
  return backend.storage.hold(async () => {
    const existing = await findAdded(backend, userId, id);
    if (existing) return existing;
    const sent = await findSentVideo(backend, caller, uploadId);
    if (!sent) {
      // Another request may have used it meanwhile.
      const added = await findAdded(backend, userId, id);
      if (added) return added;
      throw uploadGone();
    }
    const { maxBytes, tooLarge } = videoLimit(backend.config, 'footage');
    if (sent.bytes > maxBytes) throw tooLarge();
    const fields = { name: sent.fileName };
    return keepVideo(backend, caller, sent, (video) => keep(backend, userId, id, video, fields));
  });
}

const uploadGone = () => new AppError('bad_request', 'The upload was incomplete. Upload the file again.');

/** Returns the video of an upload that was added before. */
async function findAdded({ db }: Backend, userId: string, id: string): Promise<AddedFootage | undefined> {
  const existing = await findMade(db, userId, id);
  if (!existing) return undefined;
  await bringBack(db, existing.id);
  return { video: toVideo(existing), known: true };
}

/**
 * The same for a form of earlier versions, with the file.
 * @throws AppError as `takeVideo` does
 */
export async function sendFootage(
  backend: UploadBackend,
  caller: Caller,
  sent: SentForm,
): Promise<AddedFootage> {
  const { userId } = caller;
  const id = uploadedId(userId, sent.uploadId);
  const existing = await findAdded(backend, userId, id);
  if (existing) return existing;
  const rules = { ...videoLimit(backend.config, 'footage'), missing: MISSING, readFields };
  return takeVideo(backend, caller, sent, rules, (video, fields) => keep(backend, userId, id, video, fields));
}

function readFields(texts: Record<string, string>): Fields {
  const fields = footageFieldsSchema.safeParse(texts);
  if (!fields.success) throw new AppError('bad_request', MISSING);
  return fields.data;
}

async function keep(
  { config, db, storage, editTurns }: Backend,
  userId: string,
  id: string,
  { hash, store, claim, release, bytes, durationMs }: TakenVideo,
  { name }: Fields,
): Promise<AddedFootage> {
  const sha256 = await hash();
  // The key of its fetch: processing finds the file with it.
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  const videoId = uploadedVideoId(id);
  const objectKey = await store();
  const use = () =>
    db.transaction().execute(async (trx) => {
      const same = await findAgain(trx, userId, sha256);
      const isOurs = await claim(trx);
      if (same) return { answer: { video: toVideo(same), known: true }, isUnused: isOurs };
      if (!isOurs) throw uploadGone();
      const isNew = await insertArtifact(trx, {
        key: fetchKey,
        job: fetchMedia.name,
        version: fetchMedia.version,
        ownerId: userId,
        data: { sha256, bytes, fileName: FILE_NAME, originalName: name, subtitles: [] },
        files: [{ name: FILE_NAME, objectKey, bytes }],
      });
      // The file of an upload that was deleted, which an undo may still need.
      if (!isNew) throw new AppError('conflict', 'This file was deleted a moment ago. Please rename it.');
      const object = { id, userId, fileName: titleOf(name) };
      await insertUploadedVideo(trx, { id: videoId, durationMs, fetchKey, object, isFootage: true });
      await refuseFilesOver(trx, config.caps, userId);
      return { answer: { video: toVideo(await getVideo(trx, videoId)), known: false }, isUnused: false };
    });
  const { answer, isUnused } = await editTurns(userId, use).catch(async (error: unknown) => {
    // If Postgres became unavailable, it may have stored the row.
    if (!isConnectionError(error)) await release(objectKey);
    throw error;
  });
  if (isUnused) await storage.remove(objectKey);
  return answer;
}

/** Returns a file's name without its extension. */
const titleOf = (fileName: string): string => fileName.replace(/(?<=.)\.\w{2,5}$/, '');

/** Returns a user's footage, and how much room is left for more. */
export async function readFootage({ config, db }: Backend, { userId }: Caller): Promise<FootageList> {
  const rows = await listFootage(db, userId);
  return {
    items: rows.map((row) => ({ video: toVideo(row), bytes: Number(row.bytes), projects: row.projects })),
    usedBytes: await countStoredBytes(db, config, userId),
    mostBytes: config.caps.storedBytes,
  };
}

/**
 * Deletes a video from its user's footage. Projects made with it retain it; otherwise its file is removed
 * immediately.
 * @throws AppError `not_found`
 */
export async function deleteFootage(
  { db }: Backend,
  { userId }: Caller,
  { videoId: id }: { videoId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await removeFootage(trx, userId, id))) {
      throw new AppError('not_found', 'There is no such video in your footage.');
    }
    await collectOneFootage(trx, id);
  });
}
