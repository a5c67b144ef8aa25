import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { collect } from '#core/retention/collect.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createStoredProject, passDays, storeUpload } from '../../helpers/data/stored-media.ts';

// Everything that may be removed is removed soon.
const backend = await openTestBackend({ CACHE_MAX_DAYS: '1', SOURCES_MAX_DAYS: '1' });
const app = await openTestApp(backend);
const { db, storage } = backend;

type Person = Awaited<ReturnType<typeof createUser>>;
const call = (person: Person, method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
  app.inject({ method, url, headers: { cookie: person.cookie }, ...(payload && { payload }) });

const ACTIONS = [
  'make',
  'duplicate',
  'film',
  'upload',
  'undo',
  'redo',
  'drop section',
  'sections/reset',
  'delete',
  'restore',
  'days',
  'collect',
] as const;

async function act(person: Person, action: (typeof ACTIONS)[number], pick: number): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('userId', '=', person.id)
    .orderBy('id')
    .execute();
  const id = projects.length > 0 ? projects[pick % projects.length]!.id : undefined;
  if (action === 'make' || !id) return void (await createStoredProject(backend, person.id, { sections: 2 }));
  if (action === 'days') return passDays(backend, pick % 40);
  if (action === 'collect') return void (await collect(backend));
  if (action === 'film')
    return void (await addFilm(backend, {
      userId: person.id,
      projectId: id,
      bytes: Buffer.from(`film of ${id} ${pick}`),
    }));
  const sections = await db
    .selectFrom('sections')
    .select('id')
    .where('projectId', '=', id)
    .orderBy('id')
    .execute();
  const section = sections[pick % Math.max(1, sections.length)]?.id;
  if (action === 'upload' && section) {
    const upload = await storeUpload(backend, { userId: person.id, projectId: id });
    await call(person, 'PATCH', `/api/sections/${section}/update`, { videoURL: `/objects/${upload.id}` });
  } else if (action === 'drop section') await call(person, 'DELETE', `/api/sections/${section}`);
  else if (action === 'delete') await call(person, 'DELETE', `/api/projects/${id}`);
  else if (action !== 'upload') await call(person, 'POST', `/api/projects/${id}/${action}`);
}

/**
 * Checks that all media of a project's sections and films exist, as rows and files, including those of
 * deleted sections.
 */
async function checkMedia(id: string): Promise<void> {
  const sections = await db
    .selectFrom('sections')
    .select(['fetchKey', 'scanKey'])
    .where('projectId', '=', id)
    .execute();
  const films = await db.selectFrom('films').select('artifactKey').where('projectId', '=', id).execute();
  const keys = [
    ...sections.flatMap((row) => [row.fetchKey, row.scanKey]),
    ...films.map((row) => row.artifactKey),
  ];
  expect(keys).not.toContain(null);
  for (const key of new Set(keys)) {
    const artifact = await db
      .selectFrom('artifacts')
      .select('files')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    for (const { objectKey } of artifact.files as { objectKey: string }[]) {
      expect(await storage.find(objectKey)).toMatchObject({ key: objectKey });
    }
  }
}

/** Undoes every edit, then redoes every one. Returns the number of steps. */
async function travel(person: Person, id: string): Promise<number> {
  let steps = 0;
  for (const way of ['undo', 'redo']) {
    while ((await call(person, 'POST', `/api/projects/${id}/${way}`)).statusCode === 200) {
      await checkMedia(id);
      steps += 1;
    }
  }
  return steps;
}

/**
 * Checks that every project that exists or can be restored plays and downloads, also as it was before each
 * edit.
 */
async function checkProjects(person: Person): Promise<{ films: number; steps: number }> {
  const counts = { films: 0, steps: 0 };
  for (const { id } of await db
    .selectFrom('projects')
    .select('id')
    .where('userId', '=', person.id)
    .execute()) {
    await call(person, 'POST', `/api/projects/${id}/restore`);
    if ((await call(person, 'GET', `/api/projects/${id}`)).statusCode === 404) continue;
    await checkMedia(id);
    counts.steps += await travel(person, id);
    await call(person, 'POST', `/api/projects/${id}/sections/reset`);
    await checkMedia(id);
    const film = await db
      .selectFrom('films')
      .select('artifactKey')
      .where('projectId', '=', id)
      .executeTakeFirst();
    if (!film) continue;
    counts.films += 1;
    const { headers } = await call(person, 'GET', `/api/projects/${id}/download`);
    expect((await call(person, 'GET', headers.location!)).body).toMatch(/^film of /);
  }
  return counts;
}

it('leaves every project playable and every film complete, after any history', async () => {
  const counts = { films: 0, steps: 0 };
  const step = fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const person = await createUser(backend);
      for (const [action, pick] of steps) await act(person, action, pick);
      await collect(backend);
      const { films, steps: travelled } = await checkProjects(person);
      counts.films += films;
      counts.steps += travelled;
    }),
    { numRuns: 12, endOnFailure: true },
  );
  // Histories without a film or without an edit would have tested less.
  expect(counts.films).toBeGreaterThan(0);
  expect(counts.steps).toBeGreaterThan(0);
});
