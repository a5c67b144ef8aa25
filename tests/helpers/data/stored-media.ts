import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fetchMedia, scanMedia } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { insertObject, setProbed, setUploaded } from '#core/repositories/media/uploads.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import { insertUploadedVideo, setFetched } from '#core/repositories/media/videos.ts';
import { createProject, SCAN } from './project.ts';

type Parts = Pick<Backend, 'db' | 'artifacts' | 'storage' | 'config'>;

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores a file of these bytes. */
export async function storeFile(
  { storage, config }: Pick<Parts, 'storage' | 'config'>,
  key: string,
  bytes: Buffer | string,
): Promise<void> {
  const path = join(config.tempDir, randomUUID());
  await writeFile(path, bytes);
  await storage.putFile(key, path);
}

/** Creates a fetched file and its scan, with files. Without an owner, the scan's artifact has no owner. */
export async function makeMedia({ artifacts }: Parts, ownerId: string | null = null) {
  const sha256 = hashOf(randomUUID());
  const fetchKey = hashOf(`fetch ${sha256}`);
  await artifacts.build(fetchMedia, fetchKey, ownerId, async (dir) => {
    await writeFile(join(dir, 'source.mp4'), sha256);
    return { data: { sha256, bytes: 64, fileName: 'source.mp4' }, files: ['source.mp4'] };
  });
  const scanKey = await makeScan({ artifacts }, sha256, ownerId);
  return { sha256, fetchKey, scanKey };
}

export async function makeScan(
  { artifacts }: Pick<Parts, 'artifacts'>,
  sha256: string,
  ownerId: string | null,
) {
  const { key } = await artifacts.build(scanMedia, scanKeyOf(sha256), ownerId, async (dir) => {
    const files = ['proxy.mp4', 'thumbnail.jpg', 'storyboard.jpg', 'peaks.json'];
    for (const file of files) await writeFile(join(dir, file), `${file} of ${sha256}`);
    return { data: SCAN, files };
  });
  return key;
}

/** Creates a processed project of one video whose media also have files. */
export async function createStoredProject(backend: Parts, userId: string, { sections = 3 } = {}) {
  const project = await createProject(backend, userId, { sections });
  const media = await makeMedia(backend);
  await setFetched(backend.db, project.videoId, media.fetchKey);
  await backend.db
    .updateTable('sections')
    .set({
      fetchKey: media.fetchKey,
      scanKey: media.scanKey,
      original: sql`jsonb_set(original, '{fetchKey}', to_jsonb(${media.fetchKey}::text))`,
    })
    .where('projectId', '=', project.projectId)
    .execute();
  return { ...project, ...media };
}

/** Creates a probed video that was uploaded to a project, with its file and its scan. */
export async function storeUpload(
  backend: Parts,
  own: { userId: string; projectId: string },
): Promise<{ id: string; objectKey: string; fetchKey: string; scanKey: string }> {
  const { sha256, ...stored } = await storeSent(backend, own);
  return { ...stored, scanKey: await makeScan(backend, sha256, own.userId) };
}

/** Creates the same without a scan, of these bytes, which count as probed whatever they are. */
export async function storeSent(
  backend: Pick<Parts, 'db' | 'storage' | 'config'>,
  { userId, projectId }: { userId: string; projectId: string },
  bytes?: Buffer,
) {
  const { db } = backend;
  const id = await insertObject(db, { userId, projectId, fileName: 'own.mp4', bytes: null, type: null });
  const objectKey = `uploads/${id}/${randomUUID()}`;
  const sha256 = hashOf(id);
  await storeFile(backend, objectKey, bytes ?? sha256);
  await setUploaded(db, id, { objectKey, bytes: 64, sha256 });
  const fetchKey = hashOf(`upload ${id}`);
  await db
    .insertInto('artifacts')
    .values({
      key: fetchKey,
      job: fetchMedia.name,
      version: fetchMedia.version,
      ownerId: userId,
      data: JSON.stringify({ sha256, bytes: 64, fileName: 'video' }),
      files: JSON.stringify([{ name: 'video', objectKey, bytes: 64 }]),
      bytes: 64,
    })
    .execute();
  const videoId = `upload_${id}`;
  const object = { id, userId, fileName: 'own.mp4' };
  await insertUploadedVideo(db, { id: videoId, durationMs: 60_000, fetchKey, object });
  await setProbed(db, id, { kind: 'video', fetchKey, videoId });
  return { id, objectKey, fetchKey, sha256, videoId };
}

/** Ages all rows of the database by this many days. */
export async function passDays({ db }: Pick<Backend, 'db'>, days: number): Promise<void> {
  const by = sql`make_interval(secs => ${days * 86_400}::double precision)`;
  await sql`UPDATE artifacts SET last_used_at = last_used_at - ${by}, created_at = created_at - ${by}`.execute(
    db,
  );
  await sql`UPDATE projects SET deleted_at = deleted_at - ${by}`.execute(db);
  await sql`UPDATE sections SET deleted_at = deleted_at - ${by}`.execute(db);
  await sql`UPDATE objects SET created_at = created_at - ${by}`.execute(db);
  await sql`UPDATE runs SET created_at = created_at - ${by}, finished_at = finished_at - ${by}`.execute(db);
}
