import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { projectSchema } from '#contract/projects.ts';
import { sectionSchema } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
let owner: Awaited<ReturnType<typeof createUser>>;
let other: Awaited<ReturnType<typeof createUser>>;
let project: Awaited<ReturnType<typeof createProject>>;

beforeAll(async () => {
  owner = await createUser(backend);
  other = await createUser(backend);
});

const call = (
  method: Method,
  url: string,
  cookie?: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method,
    url,
    headers: { ...(cookie && { cookie }), ...headers },
    ...(payload && { payload }),
  });

/** Every call that needs a signed-in user, with a valid body. */
function calls(p: typeof project): [Method, string, object?][] {
  const section = p.sections[0]!.id;
  return [
    ['GET', '/api/auth/user'],
    ['GET', '/api/user/credits'],
    ['GET', '/api/user/credits/ledger'],
    ['POST', '/api/purchase-credits', { packSize: 10 }],
    ['GET', '/api/user/stats'],
    ['GET', '/api/user/videos'],
    ['PATCH', '/api/user/settings', { theme: 'dark' }],
    ['GET', '/api/user/export'],
    ['POST', '/api/user/import', {}],
    ['DELETE', '/api/user', { email: 'nobody@example.com' }],
    ['GET', '/api/videos/search?query=x'],
    ['POST', '/api/videos/extract', { url: 'http://127.0.0.1/film.mp4' }],
    ['POST', '/api/projects/process', { videoIds: [p.videoId], projectTitle: 'Title' }],
    ['GET', `/api/projects/${p.projectId}`],
    ['PATCH', `/api/projects/${p.projectId}`, { title: 'New' }],
    ['GET', `/api/projects/${p.projectId}/progress`],
    ['POST', `/api/projects/${p.projectId}/share`],
    ['DELETE', `/api/projects/${p.projectId}/share`],
    ['POST', `/api/projects/${p.projectId}/duplicate`],
    ['DELETE', `/api/projects/${p.projectId}`],
    ['POST', `/api/projects/${p.projectId}/restore`],
    ['GET', '/api/user/videos/deleted'],
    ['POST', `/api/projects/${p.projectId}/generate`, {}],
    ['GET', `/api/projects/${p.projectId}/generation-status`],
    ['GET', `/api/projects/${p.projectId}/generation-plan`],
    ['GET', `/api/projects/${p.projectId}/video-link`],
    ['GET', `/api/projects/${p.projectId}/download`],
    ['PATCH', `/api/projects/${p.projectId}/sections/reorder`, { sectionIds: p.sections.map((s) => s.id) }],
    ['POST', '/api/objects/upload', { projectId: p.projectId, fileName: 'film.mp4' }],
    ['POST', `/api/projects/${p.projectId}/sections`, { title: 'Own' }],
    ['GET', `/api/projects/${p.projectId}/sections/deleted`],
    ['POST', `/api/projects/${p.projectId}/sections/reset`],
    ['POST', `/api/projects/${p.projectId}/undo`],
    ['POST', `/api/projects/${p.projectId}/redo`],
    ['GET', `/api/projects/${p.projectId}/clips`],
    ['PATCH', `/api/sections/${section}/update`, { title: 'New' }],
    ['POST', `/api/sections/${section}/split`, { at: 5 }],
    ['POST', `/api/sections/${section}/reset`],
    ['DELETE', `/api/sections/${section}`],
    ['POST', `/api/sections/${section}/restore`],
    ['GET', `/media/scans/${p.sections[0]!.scanKey}/proxy.mp4`],
    ['GET', `/media/library/${'a'.repeat(16)}/thumbnail.jpg`],
  ];
}
const OWN = /projects\/[0-9a-f]|sections\/|scans\/|objects\//;

describe('the API', () => {
  beforeAll(async () => {
    project = await createProject(backend, owner.id);
  });

  it('refuses every call without a session', async () => {
    for (const [method, url, body] of calls(project)) {
      const answer = await call(method, url, undefined, body);
      expect([url, answer.statusCode]).toEqual([url, 401]);
      expect(errorBodySchema.parse(answer.json())).toMatchObject({
        code: 'unauthorized',
        message: 'Unauthorized',
      });
    }
  });

  // product 6.6
  it('does not reveal anything of another user', async () => {
    for (const [method, url, body] of calls(project).filter(([, url]) => OWN.test(url))) {
      const answer = await call(method, url, other.cookie, body);
      expect([method, url, answer.statusCode]).toEqual([method, url, 404]);
    }
  });

  // product 7.2
  it("refuses requests of another site's page, and bodies that are not JSON", async () => {
    const changing = calls(project).filter(([method]) => method !== 'GET');
    for (const [method, url, body] of changing) {
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        { origin: 'https://evil.example' },
      ];
      for (const headers of foreign) {
        expect((await call(method, url, owner.cookie, body, headers)).statusCode).toBe(403);
      }
    }
    const text = await app.inject({
      method: 'POST',
      url: '/api/projects/process',
      headers: { cookie: owner.cookie, 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect(text.statusCode).toBe(415);
  });

  it('accepts an empty body labelled as JSON, and refuses an invalid one', async () => {
    const headers = { cookie: owner.cookie, 'content-type': 'application/json' };
    const send = (url: string, payload: string) => app.inject({ method: 'POST', url, headers, payload });
    expect((await send(`/api/sections/${project.sections[0]!.id}/restore`, '')).statusCode).toBe(200);
    for (const payload of ['', '{"videoIds":', '{"__proto__":{"x":1},"videoIds":["a"]}', '[]', 'null']) {
      expect((await send('/api/projects/process', payload)).statusCode).toBe(400);
    }
  });

  // product 8.64
  it('names the wrong field', async () => {
    const body = { videoIds: [], projectTitle: 'x' };
    const answer = await call('POST', '/api/projects/process', owner.cookie, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain('videoIds');
    expect((await call('GET', '/api/videos/search?query=%20', owner.cookie)).statusCode).toBe(400);
    expect((await call('GET', '/api/projects/no-uuid', owner.cookie)).statusCode).toBe(400);
  });

  it('responds as OpenAPI describes, readable by everyone', async () => {
    const { paths } = (await call('GET', '/api/openapi.json')).json();
    expect(Object.keys(paths)).toContain('/api/projects/{id}/generate');
    expect((await call('GET', '/api/docs/')).statusCode).toBe(200);
    expect((await call('GET', '/api/config')).json()).toMatchObject({
      mode: 'local',
      engines: { translator: 'none' },
      standIns: expect.arrayContaining(['Translation: not set up, so texts are read as written.']),
      warnings: [expect.stringMatching(/No worker/)],
    });
  });
});

describe('editing sections', () => {
  let sections: string[];
  beforeAll(async () => {
    project = await createProject(backend, owner.id);
    sections = project.sections.map((s) => s.id);
  });
  const read = async () =>
    projectSchema.parse((await call('GET', `/api/projects/${project.projectId}`, owner.cookie)).json());
  const update = (id: string, body: object) =>
    call('PATCH', `/api/sections/${id}/update`, owner.cookie, body);
  const reorder = (sectionIds: string[]) =>
    call('PATCH', `/api/projects/${project.projectId}/sections/reorder`, owner.cookie, { sectionIds });

  it('changes a text, and narrates it only if that is chosen', async () => {
    expect((await read()).sections[0]).toMatchObject({
      narrated: false,
      effectiveDuration: 10,
      effectiveEstimated: false,
    });
    const answer = await update(sections[0]!, { transcription: '  Something else.  ' });
    expect(sectionSchema.parse(answer.json())).toMatchObject({
      transcription: 'Something else.',
      narrated: false,
    });
    const narrated = await update(sections[0]!, { sound: 'narrated' });
    expect(sectionSchema.parse(narrated.json())).toMatchObject({ narrated: true });
    await update(sections[0]!, { transcription: 'Text 1.', sound: 'auto' });
    expect((await read()).sections[0]).toMatchObject({ transcription: 'Text 1.', narrated: false });
  });

  it('trims without changing the text, and refuses impossible ranges', async () => {
    expect((await update(sections[1]!, { startTime: 12.5, endTime: 18 })).json()).toMatchObject({
      startTime: 12.5,
      endTime: 18,
      duration: 5.5,
      boundaries: { start: 'edited', end: 'edited' },
      transcription: 'Text 2.',
      saysWords: false,
    });
    expect((await update(sections[1]!, { startTime: 18 })).statusCode).toBe(422);
    expect((await update(sections[1]!, { endTime: 61 })).statusCode).toBe(422);
    expect((await update(sections[1]!, {})).statusCode).toBe(400);
    expect((await update(sections[1]!, { videoURL: 'https://example.com/x.mp4' })).statusCode).toBe(422);
  });

  // product 5.37
  it('orders exactly the sections of the project', async () => {
    const reversed = sections.toReversed();
    expect((await reorder(reversed)).statusCode).toBe(204);
    expect((await read()).sections.map((s) => s.id)).toEqual(reversed);
    expect((await reorder(sections.slice(1))).statusCode).toBe(409);
    expect((await reorder([sections[0]!, sections[0]!, sections[1]!])).statusCode).toBe(409);
    expect((await reorder([...sections.slice(1), randomUUID()])).statusCode).toBe(409);
    expect((await read()).sections.map((s) => s.id)).toEqual(reversed);
  });

  it('ends with one order after concurrent reorders', async () => {
    const orders = [sections, sections.toReversed(), [sections[1]!, sections[0]!, sections[2]!]];
    await Promise.all(Array.from({ length: 12 }, (_, i) => reorder(orders[i % 3]!)));
    const now = (await read()).sections;
    expect(now.map((s) => s.position)).toEqual([0, 1, 2]);
    expect(orders).toContainEqual(now.map((s) => s.id));
  });

  it('deletes and restores at the same position, and tolerates repetition', async () => {
    const before = (await read()).sections.map((s) => s.id);
    for (let i = 0; i < 2; i += 1) {
      expect((await call('DELETE', `/api/sections/${before[1]}`, owner.cookie)).statusCode).toBe(204);
    }
    expect((await read()).sections.map((s) => s.id)).toEqual([before[0], before[2]]);
    expect((await update(before[1]!, { title: 'x' })).statusCode).toBe(404);
    for (let i = 0; i < 2; i += 1) {
      expect((await call('POST', `/api/sections/${before[1]}/restore`, owner.cookie)).statusCode).toBe(200);
    }
    expect((await read()).sections.map((s) => s.id)).toEqual(before);
  });
});

describe('generating', () => {
  beforeAll(async () => {
    project = await createProject(backend, owner.id);
  });
  const generate = (payload: object) =>
    call('POST', `/api/projects/${project.projectId}/generate`, owner.cookie, payload);
  const clip = (i: number, transcription = `Text ${i + 1}.`) => ({
    clipid: project.sections[i]!.id,
    transcription,
    meantime: '00:00:10.000',
    clip_max_time: '00:00:20.000',
    path: null,
    voice_id: '',
    xi_voice_id: '',
    gender: 'male',
  });

  // product 7.36
  it("never starts a run for a view, and refuses clips that are not the project's", async () => {
    expect((await generate({ isview: true })).statusCode).toBe(404);
    expect((await generate({ videos: [{ clipid: randomUUID() }] })).statusCode).toBe(409);
    const runs = await backend.db
      .selectFrom('runs')
      .select('id')
      .where('projectId', '=', project.projectId)
      .execute();
    expect(runs).toEqual([]);
  });

  // product 3.23, 4.57
  it('returns one run for concurrent equal calls, saves their texts, and refuses another film meanwhile', async () => {
    const payload = { videos: [clip(1), clip(0, 'A new text.')], language: 'English', quality: '720p' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => generate(payload)));
    expect(new Set(answers.map((a) => a.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((a) => a.json().runId)).size).toBe(1);
    const { runId } = answers[0]!.json();
    const run = await backend.db
      .selectFrom('runs')
      .selectAll()
      .where('id', '=', runId)
      .executeTakeFirstOrThrow();
    expect(run.input).toMatchObject({
      width: 1280,
      height: 720,
      sections: [
        { title: 'Section 2', narration: null },
        { title: 'Section 1', narration: null, words: [{ text: 'A' }, { text: 'new' }, { text: 'text.' }] },
      ],
    });
    expect((await generate({ quality: '1080p' })).statusCode).toBe(409);
    const status = await call('GET', `/api/projects/${project.projectId}/generation-status`, owner.cookie);
    expect(status.json()).toMatchObject({ status: 'processing', percentage: 0, finalVideoLink: null });
    await backend.engine.cancel(runId, owner.id);
    const failed = await call('GET', `/api/projects/${project.projectId}/generation-status`, owner.cookie);
    expect(failed.json()).toMatchObject({ status: 'failed', message: 'Cancelled.' });
  });
});
