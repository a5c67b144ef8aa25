import { expect, it } from 'vitest';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import { transact } from '#core/bus/transact.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { writeProjectState } from '#core/repositories/media/project-state.ts';
import { deletedIds, openRetention } from '../../helpers/data/retention.ts';
import { createStoredProject, passDays, storeUpload } from '../../helpers/data/stored-media.ts';
import { createUser } from '../../helpers/data/user.ts';

const { backend, collectBoth, hasArtifact, isThere } = await openRetention();
const { db } = backend;

// product 22.13
it('keeps the file of music as long as a film has it, or an undo can restore it', async () => {
  const person = await createUser(backend);
  const { projectId } = await createStoredProject(backend, person.id);
  const upload = await storeUpload(backend, { userId: person.id, projectId });
  const { id: objectId, fetchKey } = upload;
  const musicFile = { fileName: 'A.mp3', title: 'A', sha256: 'x', durationMs: 5000, gainDb: 0 };
  const set = (music: object | null) =>
    transact(backend, (trx) =>
      recordEdit(trx, projectId, { kind: 'music', label: 'Change' }, () =>
        writeProjectState(trx, projectId, {
          music: music && { ...MUSIC_DEFAULTS, ...musicFile, objectId, fetchKey },
        }),
      ),
    );
  await set({});
  await passDays(backend, 400);
  const limits = { uploadsMaxDays: 1, sourcesMaxDays: 1, cacheMaxDays: 1 };
  // Neither the row of its upload nor an edit refers to the music any more, but the film does.
  await db.deleteFrom('sectionEdits').where('projectId', '=', projectId).execute();
  expect([...deletedIds(await collectBoth(limits))]).not.toContain(objectId);
  await set(null);
  expect([...deletedIds(await collectBoth(limits))]).not.toContain(objectId);
  expect([await hasArtifact(fetchKey), await isThere(upload.objectKey)]).toEqual([true, true]);
  await db.deleteFrom('sectionEdits').where('projectId', '=', projectId).execute();
  expect([...deletedIds(await collectBoth(limits))]).toEqual(expect.arrayContaining([objectId, fetchKey]));
  expect(await isThere(upload.objectKey)).toBe(false);
});
