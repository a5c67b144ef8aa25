import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const TEXTS = [
  'Farmers grew wheat near the river and people made flour from it',
  'The keeper of the lighthouse counts the boats in the harbour',
  'A lighthouse keeper lights the lamp of the lighthouse each evening',
  'In the market they sell fish and bread in the morning',
];

async function startDraft(draft: object | null = { words: 'the lighthouse', minutes: 1 }) {
  const user = await createUser(backend, { packs: [3] });
  const videoId = await createReadyVideo(backend, user.id);
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });
  const request = { videoIds: [videoId], projectTitle: 'the lighthouse', ...(draft && { draft }) };
  const started = await call('POST', '/api/projects/process', request);
  const { projectId, runId } = started.json<{ projectId: string; runId: string }>();
  const project = async () => (await call('GET', `/api/projects/${projectId}`)).json<Project>();
  const credits = async () => (await call('GET', '/api/user/credits')).json().totalCredits as number;
  return { call, started, videoId, projectId, runId, project, credits };
}

// product 17.3, 17.5
it('creates a project with the best sections for its words and their reasons, for one credit', async () => {
  const { call, videoId, projectId, runId, project, credits } = await startDraft();
  await endAnalysis(backend, runId, sectionsSaying(videoId, TEXTS));
  const drafted = await project();
  expect(drafted.sections.map(({ title, transcription }) => [title, transcription])).toEqual([
    ['Part 3', TEXTS[2]],
    ['Part 1', TEXTS[0]],
    ['Part 2', TEXTS[1]],
  ]);
  expect(drafted.draft).toEqual({
    sentence: 'This 1:00 draft uses 2 sections about “the lighthouse” and 1 other section.',
    reasons: [
      { title: 'Part 3', why: expect.stringContaining('It mentions “lighthouse”.') },
      { title: 'Part 1', why: 'It doesn’t mention the search. It was added to reach the length.' },
      { title: 'Part 2', why: 'It mentions “lighthouse”.' },
    ],
  });
  expect(await credits()).toBe(2);
  const dismissed = await call('PATCH', `/api/projects/${projectId}`, { draft: null });
  expect([dismissed.statusCode, dismissed.json().draft]).toEqual([200, null]);
  expect((await project()).draft).toBeNull();
  expect((await call('PATCH', `/api/projects/${projectId}`, { draft: drafted.draft! })).statusCode).toBe(400);
});

it('adds all sections to a project without a draft', async () => {
  const { videoId, runId, project } = await startDraft(null);
  await endAnalysis(backend, runId, sectionsSaying(videoId, TEXTS));
  const { sections, draft } = await project();
  expect([sections.length, draft]).toEqual([4, null]);
});

// product 17.6
it('costs nothing if it is cancelled, and a retry requests the same draft', async () => {
  const { call, videoId, projectId, runId, project, credits } = await startDraft();
  expect(await credits()).toBe(2);
  expect((await call('POST', `/api/runs/${runId}/cancel`)).statusCode).toBeLessThan(300);
  expect(await credits()).toBe(3);
  const retried = await call('POST', `/api/runs/${runId}/retry`);
  expect([retried.body, retried.statusCode]).toEqual([retried.body, 200]);
  expect(retried.json().projectId).toBe(projectId);
  await endAnalysis(backend, retried.json().id, sectionsSaying(videoId, TEXTS));
  expect((await project()).sections).toHaveLength(3);
  expect((await project()).draft).not.toBeNull();
});

it('is refused for another length, and with blank words', async () => {
  for (const wrong of [
    { words: 'x', minutes: 3 },
    { words: 'x', minutes: 'most' },
    { words: ' ', minutes: 1 },
    { words: 'x' },
  ]) {
    expect((await startDraft(wrong)).started.statusCode).toBe(400);
  }
});
