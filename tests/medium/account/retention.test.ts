import { expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createStoredProject, hashOf, passDays, storeUpload } from '../../helpers/data/stored-media.ts';
import { deletedIds, openRetention } from '../../helpers/data/retention.ts';

const { backend, collectBoth, hasArtifact, isThere, call, download, inSection, activeRun, endRun } =
  await openRetention();
const { db } = backend;
const DAY_MS = 86_400_000;

// product 4.63
it('purges a project deleted over 30 days ago with what only it used, and none deleted later', async () => {
  const person = await createUser(backend);
  const old = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: old.projectId });
  await inSection(old.projectId, upload);
  await addFilm(backend, { userId: person.id, projectId: old.projectId, bytes: Buffer.from('an old film') });
  const young = await createStoredProject(backend, person.id);
  await addFilm(backend, {
    userId: person.id,
    projectId: young.projectId,
    bytes: Buffer.from('a young film'),
  });
  await call(person, 'DELETE', `/api/projects/${old.projectId}`);
  await passDays(backend, 2);
  await call(person, 'DELETE', `/api/projects/${young.projectId}`);
  await passDays(backend, 29);

  const report = await collectBoth({ cacheMaxDays: 0, sourcesMaxDays: 0 });

  expect(deletedIds(report)).toEqual(
    new Set([old.projectId, upload.id, upload.fetchKey, upload.scanKey, hashOf('an old film')]),
  );
  expect(await isThere(upload.objectKey)).toBe(false);
  expect(await db.selectFrom('videos').select('id').where('ownerId', '=', person.id).execute()).toEqual([]);
  // Artifacts that everybody shares are only removed by their own limits.
  expect(await hasArtifact(old.fetchKey)).toBe(true);
  expect((await call(person, 'POST', `/api/projects/${old.projectId}/restore`)).statusCode).toBe(404);
  expect((await call(person, 'POST', `/api/projects/${young.projectId}/restore`)).statusCode).toBe(204);
  expect(await download(person, young.projectId)).toBe('a young film');
});

it('keeps the media that a duplicate shares with a purged project, until the duplicate is purged too', async () => {
  const person = await createUser(backend);
  const original = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: original.projectId });
  await inSection(original.projectId, upload);
  const copied = (await call(person, 'POST', `/api/projects/${original.projectId}/duplicate`)).json() as {
    projectId: string;
  };
  await call(person, 'DELETE', `/api/projects/${original.projectId}`);
  await passDays(backend, 31);

  const first = deletedIds(await collectBoth());
  expect([first.has(original.projectId), first.has(upload.id), first.has(upload.fetchKey)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await isThere(upload.objectKey), await hasArtifact(upload.scanKey)]).toEqual([true, true]);
  expect((await call(person, 'GET', `/api/projects/${copied.projectId}`)).statusCode).toBe(200);

  await call(person, 'DELETE', `/api/projects/${copied.projectId}`);
  await passDays(backend, 31);
  const second = deletedIds(await collectBoth());
  expect([second.has(copied.projectId), second.has(upload.fetchKey), second.has(upload.scanKey)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await isThere(upload.objectKey)).toBe(false);
});

it('keeps media that only an undo can restore', async () => {
  const person = await createUser(backend);
  const original = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId: original.projectId });
  const replace = (sectionId: string, { id }: { id: string }) =>
    call(person, 'PATCH', `/api/sections/${sectionId}/update`, { videoURL: `/objects/${id}` });
  expect((await replace(original.sections[0]!.id, upload)).statusCode).toBe(200);
  const { projectId } = (await call(person, 'POST', `/api/projects/${original.projectId}/duplicate`)).json();
  await call(person, 'DELETE', `/api/projects/${original.projectId}`);
  await passDays(backend, 31);
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  // The original's upload was removed; only the duplicate's row refers to its media, until it shows another
  // upload.
  const first = () =>
    db
      .selectFrom('sections')
      .select(['id', 'fetchKey', 'scanKey'])
      .where('projectId', '=', projectId)
      .orderBy('position')
      .executeTakeFirstOrThrow();
  const before = await first();
  expect(before).toMatchObject({ fetchKey: upload.fetchKey, scanKey: upload.scanKey });
  const other = await storeUpload(backend, { userId: person.id, projectId });
  expect((await replace(before.id, other)).statusCode).toBe(200);
  await passDays(backend, 60);
  await collectBoth({ cacheMaxDays: 1, sourcesMaxDays: 1 });
  await call(person, 'POST', `/api/projects/${projectId}/undo`);
  expect(await first()).toEqual(before);
  expect(await isThere(upload.objectKey)).toBe(true);
});

// product 4.63
it('purges only sections that were deleted over 30 days ago', async () => {
  const person = await createUser(backend);
  const { projectId, sections } = await createStoredProject(backend, person.id);
  const [old, young, living] = sections.map(({ id }) => id) as [string, string, string];
  await call(person, 'DELETE', `/api/sections/${old}`);
  await passDays(backend, 2);
  await call(person, 'DELETE', `/api/sections/${young}`);
  await passDays(backend, 29);
  const { items } = await collectBoth();
  expect(items.filter(({ kind }) => kind === 'section').map(({ id }) => id)).toEqual([old]);
  const remaining = await db.selectFrom('sections').select('id').where('projectId', '=', projectId).execute();
  expect(remaining.map(({ id }) => id).toSorted()).toEqual([young, living].toSorted());
  expect((await call(person, 'POST', `/api/sections/${young}/restore`)).statusCode).toBe(200);
});

it('removes unused uploads, and none that a section, an undo or a run may need', async () => {
  const person = await createUser(backend);
  const { projectId, videoId, sections } = await createStoredProject(backend, person.id);
  const here = { userId: person.id, projectId };
  const [unused, used, undoable, young] = [
    await storeUpload(backend, here),
    await storeUpload(backend, here),
    await storeUpload(backend, here),
    await storeUpload(backend, here),
  ];
  await inSection(projectId, used);
  const replaced = await call(person, 'PATCH', `/api/sections/${sections[0]!.id}/update`, {
    videoURL: `/objects/${undoable.id}`,
  });
  expect(replaced.statusCode).toBe(200);
  await call(person, 'POST', `/api/projects/${projectId}/undo`);
  const failed = async (days: number) => {
    const { id } = await db
      .insertInto('objects')
      .values({
        userId: person.id,
        projectId,
        fileName: 'x',
        createdAt: new Date(Date.now() - days * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  await db
    .updateTable('objects')
    .set({ createdAt: new Date(Date.now() - 8 * DAY_MS) })
    .where('id', 'in', [unused.id, used.id, undoable.id])
    .execute();
  await db
    .updateTable('objects')
    .set({ createdAt: new Date(Date.now() - 6 * DAY_MS) })
    .where('id', '=', young.id)
    .execute();
  const neverSent = [await failed(0.9), await failed(1.1)];

  const run = await activeRun(person, projectId, videoId);
  expect((await collectBoth()).items).toEqual([]);
  await endRun(run);

  expect(deletedIds(await collectBoth())).toEqual(
    new Set([unused.id, unused.fetchKey, unused.scanKey, neverSent[1]]),
  );
  expect(await isThere(unused.objectKey)).toBe(false);
  // After a redo, the section plays: its scan was kept with it.
  await passDays(backend, 60);
  await collectBoth();
  expect((await call(person, 'POST', `/api/projects/${projectId}/redo`)).statusCode).toBe(200);
  const section = await db
    .selectFrom('sections')
    .select(['objectId', 'fetchKey', 'scanKey'])
    .where('id', '=', sections[0]!.id)
    .executeTakeFirst();
  expect(section).toEqual({
    objectId: undoable.id,
    fetchKey: undoable.fetchKey,
    scanKey: undoable.scanKey,
  });
});
