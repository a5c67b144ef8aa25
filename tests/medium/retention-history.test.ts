import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { collect } from '#node/retention/collect.ts';
import { addFilm } from '../helpers/film.ts';
import { createUser, openTestApp, openTestPlatform } from '../helpers/platform.ts';
import { createStoredProject, passDays, storeUpload } from '../helpers/stored-media.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);
const { db, storage } = platform;

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
  'delete',
  'restore',
  'days',
  'collect',
] as const;

async function act(person: Person, action: (typeof ACTIONS)[number], pick: number): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('user_id', '=', person.id)
    .orderBy('id')
    .execute();
  const id = projects.length > 0 ? projects[pick % projects.length]!.id : undefined;
  if (action === 'make' || !id) return void (await createStoredProject(platform, person.id, { sections: 2 }));
  if (action === 'days') return passDays(platform, pick % 40);
  if (action === 'collect') return void (await collect(platform));
  if (action === 'film')
    return addFilm(platform, {
      userId: person.id,
      projectId: id,
      bytes: Buffer.from(`film of ${id} ${pick}`),
    });
  const sections = await db
    .selectFrom('sections')
    .select('id')
    .where('project_id', '=', id)
    .orderBy('id')
    .execute();
  const section = sections[pick % Math.max(1, sections.length)]?.id;
  if (action === 'upload' && section) {
    const upload = await storeUpload(platform, { userId: person.id, projectId: id });
    await call(person, 'PATCH', `/api/sections/${section}/update`, { videoURL: `/objects/${upload.id}` });
  } else if (action === 'drop section') await call(person, 'DELETE', `/api/sections/${section}`);
  else if (action === 'delete') await call(person, 'DELETE', `/api/projects/${id}`);
  else if (action !== 'upload') await call(person, 'POST', `/api/projects/${id}/${action}`);
}

/** Every project that is there, or can be brought back, plays and downloads. */
async function checkProjects(person: Person): Promise<number> {
  let films = 0;
  for (const { id } of await db
    .selectFrom('projects')
    .select('id')
    .where('user_id', '=', person.id)
    .execute()) {
    await call(person, 'POST', `/api/projects/${id}/restore`);
    if ((await call(person, 'GET', `/api/projects/${id}`)).statusCode === 404) continue;
    const sections = await db
      .selectFrom('sections')
      .select(['fetch_key', 'scan_key'])
      .where('project_id', '=', id)
      .execute();
    const ofProject = await db
      .selectFrom('films')
      .select('artifact_key')
      .where('project_id', '=', id)
      .execute();
    const keys = [
      ...sections.flatMap((row) => [row.fetch_key, row.scan_key]),
      ...ofProject.map((row) => row.artifact_key),
    ];
    expect(keys).not.toContain(null);
    for (const key of new Set(keys)) {
      const artifact = await db
        .selectFrom('artifacts')
        .select('files')
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      for (const { objectKey } of artifact.files as { objectKey: string }[]) {
        expect([objectKey, existsSync(await storage.localPath(objectKey))]).toEqual([objectKey, true]);
      }
    }
    if (ofProject.length === 0) continue;
    films += 1;
    const { headers } = await call(person, 'GET', `/api/projects/${id}/download`);
    expect((await call(person, 'GET', headers.location!)).body).toMatch(/^film of /);
  }
  return films;
}

it('leaves every project playing and every film whole, whatever came before', async () => {
  let films = 0;
  const step = fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const person = await createUser(platform);
      for (const [action, pick] of steps) await act(person, action, pick);
      await collect(platform);
      films += await checkProjects(person);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  // Histories without a film would have shown less.
  expect(films).toBeGreaterThan(0);
});
