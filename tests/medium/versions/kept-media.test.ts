import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import { writeProjectState } from '#core/repositories/media/project-state.ts';
import { addFilm, addVersion } from '../../helpers/data/film.ts';
import { openRetention } from '../../helpers/data/retention.ts';
import { createStoredProject, passDays, storeUpload } from '../../helpers/data/stored-media.ts';
import { createUser } from '../../helpers/data/user.ts';

const { backend, collectBoth, hasArtifact, isThere, inSection } = await openRetention();
const { db } = backend;

// product 23.9, 23.16
it('of a version are kept for restoring it, and removed with it', async () => {
  const person = await createUser(backend);
  const { projectId, fetchKey, scanKey } = await createStoredProject(backend, person.id);
  const own = { userId: person.id, projectId };
  const upload = await storeUpload(backend, own);
  await inSection(projectId, upload);
  const song = await storeUpload(backend, own);
  const { id: objectId, fetchKey: songKey } = song;
  const musicFile = { fileName: 'A.mp3', title: 'A', sha256: 'x', durationMs: 5000, gainDb: 0 };
  const music = { ...MUSIC_DEFAULTS, ...musicFile, objectId, fetchKey: songKey };
  await writeProjectState(db, projectId, { music });
  await addVersion(backend, {
    ...own,
    runId: await addFilm(backend, { ...own, bytes: Buffer.from(randomUUID()) }),
  });
  await writeProjectState(db, projectId, { music: null });
  // No section and no edit refers to them any more; the project has other videos.
  await db.deleteFrom('sections').where('projectId', '=', projectId).execute();
  const limits = { uploadsMaxDays: 1, sourcesMaxDays: 1, cacheMaxDays: 1 };
  const there = async () => [
    await isThere(upload.objectKey),
    await hasArtifact(upload.fetchKey),
    await hasArtifact(fetchKey),
    await hasArtifact(scanKey),
    await isThere(song.objectKey),
    await hasArtifact(songKey),
  ];
  await passDays(backend, 40);
  await collectBoth(limits);
  expect(await there()).toEqual(Array(6).fill(true));
  await db.deleteFrom('filmVersions').where('projectId', '=', projectId).execute();
  await collectBoth(limits);
  expect(await there()).toEqual(Array(6).fill(false));
});
