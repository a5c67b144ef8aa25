import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { type ArtifactFile, insertArtifact } from '#core/repositories/media/artifacts.ts';
import { OverCapError, refuseFilesOver } from '#core/repositories/account/holdings.ts';
import {
  deleteObject,
  findObject,
  findProbed,
  findUploaded,
  type ObjectRow,
  setProbed,
} from '#core/repositories/media/uploads.ts';
import { insertUploadedVideo } from '#core/repositories/media/videos.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import { settleUpload } from './direct-uploads.ts';
import { type UploadFacts, inspectUpload, refusal } from '../media/inspect-upload.ts';
import { mediaWork } from '../media/media-work.ts';
import { STILL_FILES, writeStill } from '../media/still-image.ts';

/** An upload as the media of a section. */
export interface Attachable {
  objectId: string;
  kind: 'video' | 'image';
  fetchKey: string;
  /** For a video; `null` for an image. */
  durationMs: number | null;
}

export type Uploaded = NonNullable<Awaited<ReturnType<typeof findUploaded>>>;
type Parts = Pick<Backend, 'db' | 'storage' | 'ffmpeg' | 'engine' | 'config' | 'tempDir' | 'pools'>;

const NOT_HERE = 'Could not find this upload. Choose the file again.';

/** Returns the ID of the upload's video. */
const videoIdOf = (object: Pick<ObjectRow, 'id'>) => `upload_${object.id}`;

/**
 * Makes an upload usable by the sections of its project. Its file is probed only once; a video is prepared by
 * its own run.
 * @throws AppError `unprocessable` if it is not an upload of this user and project, or neither a video nor an
 * image; `unavailable` if the machine is too busy; TryLaterError if too much work is waiting
 */
export async function attachUpload(
  backend: Parts,
  { userId }: Caller,
  { projectId }: ProjectId,
  { objectPath }: { objectPath: string },
): Promise<Attachable> {
  const object = await findSent(backend, { userId, projectId }, objectPath);
  if (object.kind === 'audio')
    throw new AppError('unprocessable', 'This file is music, not a video or image.');
  if (object.kind === null) {
    const inspect = async (ffmpeg: Ffmpeg) => {
      // Another request's probe may have finished meanwhile.
      const now = await findUploaded(backend.db, object.id, userId);
      if (now?.kind === null) await inspectAndStore({ ...backend, ffmpeg }, now);
    };
    await mediaWork(backend, { key: `upload ${object.id}`, userId }, inspect, 'probes');
  }
  return findAttachable(backend.db, object.id);
}

/**
 * Returns an upload of this user and project whose file has arrived.
 * @throws AppError `unprocessable` for any other
 */
export async function findSent(
  backend: Pick<Backend, 'config' | 'db' | 'storage'>,
  { userId, projectId }: { userId: string; projectId: string },
  objectPath: string,
): Promise<Uploaded> {
  const id = uuidSchema.safeParse(/^\/objects\/([0-9a-f-]{36})$/.exec(objectPath)?.[1]);
  const object = id.success ? await findArrived(backend, id.data, userId) : undefined;
  // A refused file is not stored.
  if (id.success && !object) throw new AppError('unprocessable', NOT_HERE);
  if (!object || object.projectId !== projectId)
    throw new AppError('unprocessable', 'This is not an upload of this project.');
  return object;
}

/** Returns an upload of this user whose file has arrived, also straight in the store. */
export async function findArrived(
  backend: Pick<Backend, 'config' | 'db' | 'storage'>,
  id: string,
  userId: string,
): Promise<Uploaded | undefined> {
  const { db, storage } = backend;
  const upload = await findUploaded(db, id, userId);
  if (upload || !storage.direct) return upload;
  const sent = await findObject(db, id);
  if (sent?.userId !== userId) return undefined;
  await settleUpload(backend, sent);
  return findUploaded(db, id, userId);
}

async function findAttachable(db: Executor, objectId: string): Promise<Attachable> {
  const row = await findProbed(db, objectId);
  if (!row?.kind || !row.fetchKey)
    throw new AppError('unprocessable', 'This upload no longer exists. Upload the file again.');
  return {
    objectId,
    kind: row.kind as Attachable['kind'],
    fetchKey: row.fetchKey,
    durationMs: row.durationMs,
  };
}

async function inspectAndStore(backend: Parts, object: Uploaded): Promise<void> {
  const { db, storage, ffmpeg, engine, config } = backend;
  const path = await storage.localPath(object.objectKey).catch(ignoreMissingFile);
  if (path === undefined) throw new AppError('unprocessable', NOT_HERE);
  let facts: UploadFacts;
  let media: Media;
  try {
    facts = await inspectUpload(ffmpeg, path, { maxDurationMs: config.maxTotalMs });
    media =
      facts.kind === 'video'
        ? mediaAsSent(object, 'video')
        : await storeStill(backend, object, { path, format: facts.format });
  } catch (error) {
    const refused = refusal(error);
    await dropRefused(backend, object, refused);
    throw refused;
  }
  const removeStills = async () => {
    if (facts.kind === 'image') await Promise.all(media.files.map((file) => storage.remove(file.objectKey)));
  };
  const keep = async (trx: Executor) => {
    const fetchKey = await storeMedia(trx, object, media);
    if (fetchKey === undefined) return undefined;
    if (facts.kind === 'image') {
      await setProbed(trx, object.id, { kind: 'image', fetchKey, videoId: null });
      await refuseFilesOver(trx, config.caps, object.userId);
      return { runId: null };
    }
    const videoId = videoIdOf(object);
    await insertUploadedVideo(trx, { id: videoId, durationMs: facts.durationMs, object, fetchKey });
    await setProbed(trx, object.id, { kind: 'video', fetchKey, videoId });
    const { userId, projectId } = object;
    const input = { videoIds: [videoId], sections: false };
    return { runId: await insertRun(trx, 'preparation', { userId, projectId, input }) };
  };
  const stored = await db
    .transaction()
    .execute(keep)
    .catch(async (error: unknown) => {
      if (error instanceof OverCapError) await removeStills();
      throw error;
    });
  // Another request probed the same file at the same time, and was first.
  if (!stored) await removeStills();
  if (stored?.runId) await engine.tryAdvance(stored.runId);
}

interface Media {
  data: { sha256: string; bytes: number; fileName: string };
  files: ArtifactFile[];
}

/**
 * Removes a file that cannot be used, with its row, so that it does not count towards the account's storage.
 */
export async function dropRefused(
  { db, storage }: Pick<Backend, 'db' | 'storage'>,
  object: Uploaded,
  refused: unknown,
): Promise<void> {
  if (!(refused instanceof AppError) || refused.code !== 'unprocessable') return;
  await deleteObject(db, object.id);
  await storage.remove(object.objectKey);
}

/** Stores an upload's media. @returns its key; `undefined` if another request was first */
export async function storeMedia(trx: Executor, object: Uploaded, media: Media): Promise<string | undefined> {
  const key = artifactKey(fetchMedia, ['upload', object.id]);
  const owner = { ownerId: object.userId, job: fetchMedia.name, version: fetchMedia.version };
  return (await insertArtifact(trx, { key, ...owner, ...media })) ? key : undefined;
}

/** Returns the media of a file that is used unchanged. */
export function mediaAsSent(object: Uploaded, fileName: string): Media {
  const bytes = Number(object.bytes);
  return {
    data: { sha256: object.sha256, bytes, fileName },
    files: [{ name: fileName, objectKey: object.objectKey, bytes }],
  };
}

/** Re-encodes an image. @throws MediaError */
async function storeStill(
  { ffmpeg, storage, tempDir }: Parts,
  object: Uploaded,
  source: { path: string; format: string },
): Promise<Media> {
  const dir = join(tempDir, `still-${randomUUID()}`);
  await mkdir(dir);
  try {
    await writeStill(ffmpeg, source, dir);
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(dir, STILL_FILES.still)), hash);
    const { size: bytes } = await stat(join(dir, STILL_FILES.still));
    const base = `uploads/${object.id}/${randomUUID()}`;
    const files: ArtifactFile[] = [];
    for (const name of Object.values(STILL_FILES)) {
      const objectKey = `${base}/${name}`;
      files.push({ name, objectKey, bytes: await storage.putFile(objectKey, join(dir, name)) });
    }
    return { data: { sha256: hash.digest('hex'), bytes, fileName: STILL_FILES.still }, files };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Returns the preview that the page shows for an image: its file, and a function that opens it.
 * @throws AppError `not_found`
 */
export async function findPreview(
  { db, artifacts }: Pick<Backend, 'db' | 'artifacts'>,
  { userId }: Caller,
  { objectId }: { objectId: string },
): Promise<{ file: ArtifactFile; open: () => Promise<string> }> {
  const object = await findUploaded(db, objectId, userId);
  const still = object?.fetchKey ? await artifacts.find(fetchMedia, object.fetchKey) : undefined;
  const file = still?.files.find(({ name }) => name === STILL_FILES.preview);
  if (!still || !file) throw new AppError('not_found', 'There is no such image.');
  return { file, open: () => still.path(file.name) };
}
