import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { insertObject, setProbed, setUploaded } from '#core/repositories/media/uploads.ts';
import { insertUploadedVideo } from '#core/repositories/media/videos.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';

/** Uploads a file's bytes to a project like the page. Returns its objectPath. */
export async function upload(
  app: FastifyInstance,
  { cookie, projectId, fileName = 'file' }: { cookie: string; projectId: string; fileName?: string },
  bytes: Buffer | string,
): Promise<string> {
  const opened = await app.inject({
    method: 'POST',
    url: '/api/objects/upload',
    headers: { cookie },
    payload: { projectId, fileName },
  });
  const { objectPath, uploadURL } = opened.json() as { objectPath: string; uploadURL: string };
  const sent = await app.inject({
    method: 'PUT',
    url: uploadURL,
    headers: { 'content-type': 'application/octet-stream' },
    payload: typeof bytes === 'string' ? await readFile(bytes) : bytes,
  });
  if (sent.statusCode !== 200) throw new Error(`The file was not taken: ${sent.body}`);
  return objectPath;
}

/**
 * Creates an upload that was already probed, as rows only: a video of 20 s, or an image. Returns its
 * objectPath.
 */
export async function createUpload(
  { db }: Pick<Backend, 'db'>,
  { userId, projectId }: { userId: string; projectId: string },
  kind: 'video' | 'image',
): Promise<string> {
  const id = await insertObject(db, { userId, projectId, fileName: 'file', bytes: null, type: null });
  const file = { bytes: 1, sha256: randomUUID() };
  await setUploaded(db, id, { ...file, objectKey: `uploads/${id}/file` });
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  const { name: job, version } = fetchMedia;
  const data = { ...file, fileName: 'file' };
  await insertArtifact(db, { key: fetchKey, job, version, ownerId: userId, data, files: [] });
  const videoId = kind === 'video' ? `upload_${id}` : null;
  if (videoId) {
    const object = { id, userId, fileName: 'file' };
    await insertUploadedVideo(db, { id: videoId, durationMs: 20_000, fetchKey, object });
  }
  await setProbed(db, id, { kind, fetchKey, videoId });
  return `/objects/${id}`;
}

/** Creates a video of 20 s of a user's own footage, as rows only. Returns its ID. */
export async function createFootage({ db }: Pick<Backend, 'db'>, userId: string): Promise<string> {
  const id = randomUUID();
  const fetchKey = artifactKey(fetchMedia, ['upload', id]);
  const { name: job, version } = fetchMedia;
  const data = { sha256: id, bytes: 1, fileName: 'video' };
  await insertArtifact(db, { key: fetchKey, job, version, ownerId: userId, data, files: [] });
  const object = { id, userId, fileName: 'Footage' };
  const videoId = `upload_${id}`;
  await insertUploadedVideo(db, { id: videoId, durationMs: 20_000, fetchKey, object, isFootage: true });
  return videoId;
}
