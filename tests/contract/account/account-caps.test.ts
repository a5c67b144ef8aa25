import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { type DataExport, exportSchema } from '#contract/export.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { countStoredBytes } from '#core/repositories/account/holdings.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({
  PROJECTS_PER_USER: '6',
  SECTIONS_PER_PROJECT: '12',
  SECTIONS_PER_USER: '40',
  TEXT_BYTES_PER_USER: '100000',
  LINKS_PER_USER: '3',
  STORED_BYTES_PER_USER: '1000000',
});
const app = await openTestApp(backend);
const { db } = backend;

const MANY = 40;
const NO_MORE = {
  projects: 'An account can have at most 6 projects. Deleted ones count for 30 days.',
  projectSections: 'A project can have at most 12 sections.',
  sections: 'An account can have at most 40 sections. Deleted ones count for 30 days.',
  text: 'The texts of an account can take at most 97.7 kB. Deleted ones count for 30 days.',
  links: 'An account can have at most 3 links.',
  files:
    'Your files have reached the limit of 976.6 kB. Deleted projects free their space after 30 days, incomplete uploads after a day.',
};

async function createCreator(packs = [50]) {
  const user = await createUser(backend, { packs });
  const call = (method: 'DELETE' | 'GET' | 'PATCH' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url,
      headers: { cookie: user.cookie, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
  const projects = () => db.selectFrom('projects').select('id').where('userId', '=', user.id).execute();
  return { ...user, call, projects };
}
type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof createCreator>>['call']>>;

/** Sends many concurrent calls: this many must succeed, and all others be refused with this message. */
async function expectTaken(
  calls: (index: number) => Promise<Answer>,
  usedCount: number,
  sentence: string,
  many = MANY,
) {
  const answers = await Promise.all(
    Array.from({ length: many }, async (_, index) => {
      // Postgres had no connection left: retries, as the response requests.
      for (;;) {
        const answer = await calls(index);
        if (answer.statusCode !== 503) return answer;
      }
    }),
  );
  const refused = answers.filter(({ statusCode }) => statusCode >= 300);
  expect(new Set(refused.map((answer) => errorBodySchema.parse(answer.json()).message))).toEqual(
    new Set([sentence]),
  );
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
  expect(answers.length - refused.length).toBe(usedCount);
}

itInFullTier(
  'limits the projects of an account, including deleted ones, across concurrent copies',
  async () => {
    const { id, call, projects } = await createCreator();
    const { projectId } = await createProject(backend, id);
    const copy = () => call('POST', `/api/projects/${projectId}/duplicate`);
    await expectTaken(copy, 5, NO_MORE.projects);
    expect(await projects()).toHaveLength(6);
    expect((await call('DELETE', `/api/projects/${projectId}`)).statusCode).toBeLessThan(300);
    const [other] = (await projects()).filter((project) => project.id !== projectId);
    const second = await call('POST', `/api/projects/${other!.id}/duplicate`);
    expect(second.json().message).toBe(NO_MORE.projects);
    expect((await call('POST', `/api/projects/${projectId}/restore`)).statusCode).toBeLessThan(300);
  },
);

itInFullTier(
  'limits projects of an account across concurrent processings, and charges only for created ones',
  async () => {
    const { id, call, projects } = await createCreator();
    const [video] = await createVideos(backend, 1);
    const process = () => call('POST', '/api/projects/process', { videoIds: [video], projectTitle: 'One' });
    await expectTaken(process, 6, NO_MORE.projects);
    expect(await projects()).toHaveLength(6);
    const user = await db
      .selectFrom('users')
      .select('credits')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(user.credits).toBe(44);
  },
);

itInFullTier('limits the projects of an account across concurrent imports', async () => {
  const source = await createCreator();
  await createProject(backend, source.id);
  const file: DataExport = exportSchema.parse((await source.call('GET', '/api/user/export')).json());
  const { call, projects } = await createCreator();
  // How many calls of one account may run concurrently.
  const lanes: Promise<unknown>[] = [0, 1, 2, 3].map(() => Promise.resolve());
  const importOne = (index: number): Promise<Answer> => {
    const projects = [{ ...file.projects[0], title: `No ${index}` }];
    const answer = lanes[index % 4]!.then(() => call('POST', '/api/user/import', { ...file, projects }));
    lanes[index % 4] = answer;
    return answer;
  };
  await expectTaken(importOne, 6, NO_MORE.projects, 8);
  expect(await projects()).toHaveLength(6);
});

itInFullTier(
  'limits the sections of a project across concurrent adds and splits, and undoing adds no more',
  async () => {
    const { id, call } = await createCreator();
    const { projectId, sections } = await createProject(backend, id);
    const add = () =>
      call('POST', `/api/projects/${projectId}/sections?language=en`, { title: 'Own', transcription: '' });
    await expectTaken(add, 9, NO_MORE.projectSections);
    const split = await call('POST', `/api/sections/${sections[0]!.id}/split`, { at: 5 });
    expect([split.statusCode, split.json().message]).toEqual([422, NO_MORE.projectSections]);
    expect((await call('DELETE', `/api/sections/${sections[0]!.id}`)).statusCode).toBeLessThan(300);
    // The retried work adds sections while edits are made.
    await db
      .insertInto('sections')
      .columns(['projectId', 'kind', 'position', 'title', 'startMs', 'endMs', 'startReason', 'endReason'])
      .values({
        projectId,
        kind: 'custom',
        position: 99,
        title: 'Later',
        startMs: 0,
        endMs: 3000,
        startReason: 'start',
        endReason: 'end',
      })
      .execute();
    const undone = await call('POST', `/api/projects/${projectId}/undo`);
    expect([undone.statusCode, undone.json().message]).toEqual([422, NO_MORE.projectSections]);
  },
);

it('limits the sections of an account across all of its projects', async () => {
  const { id, call } = await createCreator();
  const { projectId } = await createProject(backend, id, { sections: 12 });
  for (let copies = 0; copies < 2; copies += 1) {
    expect((await call('POST', `/api/projects/${projectId}/duplicate`)).statusCode).toBeLessThan(300);
  }
  const more = await createProject(backend, id, { sections: 0 });
  const add = () =>
    call('POST', `/api/projects/${more.projectId}/sections?language=en`, { title: 'Own', transcription: '' });
  await expectTaken(add, 4, NO_MORE.sections);
});

itInFullTier('limits the text of an account, and always allows removing some', async () => {
  const { id, call } = await createCreator();
  const { sections } = await createProject(backend, id, { sections: 12 });
  const write = (index: number, text: string) =>
    call('PATCH', `/api/sections/${sections[index % 12]!.id}/update?language=en`, { transcription: text });
  const answers = [];
  for (let index = 0; index < 12; index += 1) answers.push(await write(index, 'w'.repeat(15_000)));
  const refused = answers.filter(({ statusCode }) => statusCode === 422);
  expect(new Set(refused.map((answer) => answer.json().message))).toEqual(new Set([NO_MORE.text]));
  expect(refused.length).toBeGreaterThan(5);
  expect((await write(0, 'short')).statusCode).toBe(200);
});

itInFullTier('limits the links of an account', async () => {
  const { id, call } = await createCreator();
  const process = (index: number) => {
    const links = [{ id: `manual_${randomUUID()}`, url: `https://example.com/${index}.mp4` }];
    return call('POST', '/api/projects/process', { videoIds: [links[0]!.id], projectTitle: 'One', links });
  };
  await expectTaken(process, 3, NO_MORE.links);
  expect(await db.selectFrom('videos').select('id').where('ownerId', '=', id).execute()).toHaveLength(3);
});

itInFullTier('limits the stored bytes of an account across concurrent uploads', async () => {
  const { id, call } = await createCreator();
  const { projectId } = await createProject(backend, id);
  const ask = (index: number) => call('POST', '/api/objects/upload', { projectId, fileName: `${index}.mp4` });
  const ways = await Promise.all(Array.from({ length: MANY }, (_, index) => ask(index)));
  const send = (index: number) =>
    app.inject({ method: 'PUT', url: ways[index]!.json().uploadURL, payload: randomBytes(100_000) });
  await expectTaken(send, 10, NO_MORE.files);
  expect(await countStoredBytes(db, backend.config, id)).toBe(1_000_000);
  const stored = [];
  for await (const { bytes } of backend.storage.listFiles('uploads')) stored.push(bytes);
  expect(stored).toHaveLength(10);
  // Work that needs room is refused before it starts.
  expect((await ask(0)).json().message).toBe(NO_MORE.files);
  const generated = await call('POST', `/api/projects/${projectId}/generate`, { language: 'English' });
  expect([generated.statusCode, generated.json().message]).toEqual([422, NO_MORE.files]);
});

itInFullTier(
  'counts the parts of broken uploads, which can be resumed, as stored bytes of an account',
  async () => {
    const { id, call } = await createCreator();
    const { projectId } = await createProject(backend, id);
    const begin = async (size: number) =>
      (await call('POST', '/api/objects/upload', { projectId, fileName: 'a.mp4', size })).json();
    const stored = async () => (await call('GET', '/api/user/stats')).json().storedBytes;
    const bytes = randomBytes(700_000);
    const broken = await begin(700_000);
    const secondRequest = { projectId, fileName: 'a.mp4', objectPath: broken.objectPath };
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'content-length': String(bytes.length) };
    const request = httpRequest(address + broken.uploadURL, { method: 'PUT', headers });
    request.on('error', () => {});
    request.write(bytes.subarray(0, 600_000));
    await vi.waitFor(async () => expect(await stored()).toBe(600_000), PATIENT);
    request.destroy();
    const { uploadURL, offset } = (await call('POST', '/api/objects/upload', secondRequest)).json();
    expect([offset, await stored()]).toEqual([600_000, 600_000]);
    expect((await begin(400_001)).message).toBe(NO_MORE.files);
    const small = await begin(400_000);
    const send = (url: string, payload: Buffer) => app.inject({ method: 'PUT', url, payload });
    expect((await send(`${uploadURL}&offset=${offset}`, bytes.subarray(offset))).statusCode).toBe(200);
    expect(await stored()).toBe(700_000);
    expect((await send(small.uploadURL, randomBytes(400_000))).json().message).toBe(NO_MORE.files);
  },
);

itInFullTier(
  'limits the stored bytes of an account across files that workers make concurrently',
  async () => {
    const { id } = await createCreator();
    const make = async (dir: string) => {
      await writeFile(join(dir, 'source'), randomBytes(100_000));
      return { data: { sha256: 'a', bytes: 1, fileName: 'source', subtitles: [] }, files: ['source'] };
    };
    const built = await Promise.allSettled(
      Array.from({ length: MANY }, () => backend.artifacts.build(fetchMedia, randomUUID(), id, make)),
    );
    const refused = built.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(30);
    expect(refused[0]!.reason.message).toBe(NO_MORE.files);
    const stored = [];
    for await (const { bytes } of backend.storage.listFiles('artifacts')) stored.push(bytes);
    expect(stored).toHaveLength(10);
  },
);

it('fails a processing run that creates too many sections, reports the cap and returns the credit', async () => {
  const { id, call } = await createCreator([1]);
  const videoId = await createReadyVideo(backend, id);
  const payload = { videoIds: [videoId], projectTitle: 'Many' };
  const { runId } = (await call('POST', '/api/projects/process', payload)).json();
  await endAnalysis(
    backend,
    runId,
    sectionsSaying(
      videoId,
      Array.from({ length: 13 }, () => 'One'),
    ),
  );
  const run = (await call('GET', `/api/runs/${runId}`)).json();
  expect(run).toMatchObject({ status: 'failed', message: NO_MORE.projectSections });
  const user = await db.selectFrom('users').select('credits').where('id', '=', id).executeTakeFirstOrThrow();
  expect(user.credits).toBe(1);
});
