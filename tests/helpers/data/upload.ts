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
 * Sends one of a user's own videos like the page, up to the call that uses it. `came` bytes arrived before.
 * Returns the first refusal, or the response to the PUT.
 */
export async function uploadVideo(
  app: FastifyInstance,
  { cookie }: { cookie: string },
  bytes: Buffer,
  {
    purpose = 'footage',
    uploadId,
    fileName = 'Waves.mp4',
    came = 0,
  }: {
    purpose?: 'footage' | 'channel';
    uploadId: string;
    fileName?: string;
    came?: number;
  },
) {
  const opened = await app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { cookie },
    payload: { purpose, uploadId, fileName, size: bytes.length, contentType: 'video/mp4' },
  });
  if (opened.statusCode !== 200) return opened;
  const { uploadURL, offset = 0 } = opened.json<{ uploadURL: string; offset?: number }>();
  if (offset !== came) throw new Error(`${offset} bytes arrived instead of ${came}.`);
  const url = offset > 0 ? `${uploadURL}&offset=${offset}` : uploadURL;
  const headers = { 'content-type': 'video/mp4' };
  return app.inject({ method: 'PUT', url, headers, payload: bytes.subarray(offset) });
}

/** Uploads a video and adds it to its user's footage like the page. Returns the last response. */
export async function addFootage(
  app: FastifyInstance,
  user: { cookie: string },
  bytes: Buffer,
  { uploadId = randomUUID(), ...rest }: { uploadId?: string; fileName?: string; came?: number } = {},
) {
  const sent = await uploadVideo(app, user, bytes, { uploadId, ...rest });
  if (sent.statusCode !== 200) return sent;
  const url = `/api/footage/uploads/${uploadId}`;
  return app.inject({ method: 'POST', url, headers: { cookie: user.cookie } });
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
