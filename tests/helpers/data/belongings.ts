import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { proposeEdit } from '../../../server/services/proposals/propose-edit.ts';
import { addFilm, addVersion } from './film.ts';
import { createDelivery, createKey, createUser } from './user.ts';
import { createProject } from './project.ts';
import { createFootage, createUpload } from './upload.ts';

export type Belongings = Awaited<ReturnType<typeof createBelongings>>;

/**
 * Creates a user with one of each thing that a route can name: project, sections, run, upload, footage, scan,
 * film, version, proposal, API key, webhook with a delivery.
 */
export async function createBelongings(backend: Backend) {
  const { db } = backend;
  const user = await createUser(backend, { packs: [1000] });
  const { projectId, sections, videoId } = await createProject(backend, user.id);
  const own = { userId: user.id, projectId };
  const filmId = await addFilm(backend, { ...own, bytes: Buffer.from(randomUUID()) });
  const uploads = {
    video: await createUpload(backend, own, 'video'),
    image: await createUpload(backend, own, 'image'),
  };
  const uploadId = uploads.image.slice('/objects/'.length);
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'processing',
      projectId,
      userId: user.id,
      status: 'completed',
      finishedAt: new Date(),
      input: JSON.stringify({ videoIds: [videoId] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await giveFile(backend, sections[0]!.scanKey!, 'proxy.mp4');
  await giveFile(backend, artifactKey(fetchMedia, ['upload', uploadId]), 'preview.jpg');
  return {
    user,
    projectId,
    videoId,
    versionId: await addVersion(backend, { ...own, runId: filmId }),
    proposalId: await addProposal(backend, own, sections[0]!.id),
    sectionIds: sections.map(({ id }) => id),
    scanKey: sections[0]!.scanKey!,
    uploads,
    uploadId,
    footageId: await createFootage(backend, user.id),
    runId: run.id,
    apiKeyId: (await createKey(backend, user.id)).id,
    ...(await createDelivery(backend, user.id)),
  };
}

/** Proposes another title for a section. Returns the proposal's ID. */
async function addProposal(
  backend: Backend,
  { userId, projectId }: { userId: string; projectId: string },
  sectionId: string,
): Promise<string> {
  const edits = [{ sectionId, title: 'Proposed' }];
  const request = { title: 'Rename it', language: 'en' as const, edits, additions: [] };
  return (await proposeEdit(backend, { userId }, { projectId }, request)).id;
}

/** Adds a file to an artifact that has only a row, as if its job had made it. */
async function giveFile({ db, storage, tempDir }: Backend, key: string, name: string): Promise<void> {
  const path = join(tempDir, randomUUID());
  await writeFile(path, 'bytes');
  const objectKey = `artifacts/${key.slice(0, 2)}/${key}/${randomUUID()}/${name}`;
  const bytes = await storage.putFile(objectKey, path);
  await db
    .updateTable('artifacts')
    .set({ files: JSON.stringify([{ name, objectKey, bytes }]) })
    .where('key', '=', key)
    .execute();
}
