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
import { sizeText } from '#text/messages/size-text.ts';
import type { Caller } from '../caller.ts';
import {
  findMade,
  type SentForm,
  type TakenVideo,
  takeVideo,
  type UploadBackend,
  uploadedVideoId,
} from './take-video.ts';
import { uploadedId } from './uploaded-id.ts';

const FILE_NAME = 'video';
const MISSING = 'Please send a video file with its name.';

interface Fields {
  name: string;
}

/**
 * Adds a video file to its user's footage. A file that already exists, by its upload or its contents, is not
 * added again.
 * @throws AppError as `takeVideo` does
 */
export async function sendFootage(
  backend: UploadBackend,
  caller: Caller,
  sent: SentForm,
): Promise<AddedFootage> {
  const { db, config } = backend;
  const { userId } = caller;
  const id = uploadedId(userId, sent.uploadId);
  const made = await findMade(db, userId, id);
  if (made) {
    await bringBack(db, made.id);
    return { video: toVideo(made), known: true };
  }
  const maxBytes = config.footageMaxBytes;
  const tooLarge = () =>
    new AppError('too_large', `Videos in your footage can be up to ${sizeText(maxBytes)}.`);
  const rules = { maxBytes, tooLarge, missing: MISSING, readFields };
  return takeVideo(backend, caller, sent, rules, (video) => keep(backend, userId, id, video));
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
  { hash, store, bytes, fields, durationMs }: TakenVideo<Fields>,
): Promise<AddedFootage> {
  const sha256 = await hash();
  // The key of its fetch: processing finds the file with it.
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  const videoId = uploadedVideoId(id);
  const objectKey = await store();
  let isStored = false;
  try {
    const known = await editTurns(userId, () =>
      db.transaction().execute(async (trx) => {
        const same = await findAgain(trx, userId, sha256);
        if (same) return same;
        const isNew = await insertArtifact(trx, {
          key: fetchKey,
          job: fetchMedia.name,
          version: fetchMedia.version,
          ownerId: userId,
          data: { sha256, bytes, fileName: FILE_NAME, originalName: fields.name, subtitles: [] },
          files: [{ name: FILE_NAME, objectKey, bytes }],
        });
        // The file of an upload that was deleted, which an undo may still need.
        if (!isNew) throw new AppError('conflict', 'This file was deleted a moment ago. Please rename it.');
        const object = { id, userId, fileName: titleOf(fields.name) };
        await insertUploadedVideo(trx, { id: videoId, durationMs, fetchKey, object, isFootage: true });
        await refuseFilesOver(trx, config.caps, userId);
        return undefined;
      }),
    );
    if (known) return { video: toVideo(known), known: true };
    isStored = true;
    return { video: toVideo(await getVideo(db, videoId)), known: false };
  } catch (error) {
    // If Postgres became unavailable, it may have stored the row.
    isStored ||= isConnectionError(error);
    throw error;
  } finally {
    if (!isStored) await storage.remove(objectKey);
  }
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
