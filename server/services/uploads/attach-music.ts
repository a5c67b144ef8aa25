import { fetchMedia } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { refuseFilesOver } from '#core/repositories/account/holdings.ts';
import { findUploaded, setProbed } from '#core/repositories/media/uploads.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { measureMusic, type MusicFacts } from '../media/measure-music.ts';
import { mediaWork } from '../media/media-work.ts';
import { dropRefused, findSent, storeMedia, mediaAsSent, type Uploaded } from './attach-upload.ts';

/** The name of a music's file among those of its artifact. */
export const MUSIC_FILE = 'music';

/** An upload as the music of a film. */
export interface AttachedMusic extends MusicFacts {
  objectId: string;
  fileName: string;
  sha256: string;
  fetchKey: string;
}

/**
 * Makes an upload usable as the music of its project. Its whole file is measured. `advice` ends the message
 * of a refusal.
 * @throws AppError `unprocessable` if it is not an upload of this user and project, or cannot be music;
 * `unavailable` if the machine is too busy; TryLaterError if too much work is waiting
 */
export async function attachMusic(
  backend: Pick<Backend, 'db' | 'storage' | 'ffmpeg' | 'config' | 'pools'>,
  { userId }: Caller,
  { projectId }: ProjectId,
  { objectPath, advice }: { objectPath: string; advice?: string | undefined },
): Promise<AttachedMusic> {
  const { db, storage, config } = backend;
  const object = await findSent(backend, { userId, projectId }, objectPath);
  if (object.kind !== null && object.kind !== 'audio')
    throw new AppError(
      'unprocessable',
      "This file is a section's video or image. Please choose an audio file.",
    );
  const path = await storage.localPath(object.objectKey);
  const work = { key: `music ${object.id}`, userId };
  const listen = mediaWork(backend, work, (ffmpeg) => measureMusic(ffmpeg, path, advice), 'sounds');
  const inspection = await listen.catch(async (error: unknown) => {
    if (object.kind === null) await dropRefused(backend, object, error);
    throw error;
  });
  const fetchKey = artifactKey(fetchMedia, ['upload', object.id]);
  await db.transaction().execute(async (trx) => {
    // Another request that measured the same file may have been first.
    const now: Uploaded | undefined = await findUploaded(trx, object.id, userId);
    if (now?.kind !== null) return;
    if ((await storeMedia(trx, object, mediaAsSent(object, MUSIC_FILE))) === undefined) return;
    await setProbed(trx, object.id, { kind: 'audio', fetchKey, videoId: null });
    await refuseFilesOver(trx, config.caps, userId);
  });
  return { ...inspection, objectId: object.id, fileName: object.fileName, sha256: object.sha256, fetchKey };
}
