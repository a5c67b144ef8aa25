import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProxy, type Scan } from '#contract/jobs/processing.ts';
import { PROXY_FILE, proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { createStoredProject } from '../../helpers/data/stored-media.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ RUNS_PER_USER: '2' });
const app = await openTestApp(backend);
const { db, engine } = backend;
type Person = Awaited<ReturnType<typeof createUser>>;

async function send({ cookie }: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { cookie, 'idempotency-key': randomUUID() };
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
  expect([url, answer.statusCode]).toEqual([url, answer.body === '' ? 204 : 200]);
  return answer.body === '' ? undefined : answer.json();
}

const readProject = (user: Person, projectId: string) => send(user, 'GET', `/api/projects/${projectId}`);

/** Removes the proxy of a scan. */
async function dropProxy(scanKey: string, scan: Partial<Scan> = {}): Promise<void> {
  const { files } = await db
    .selectFrom('artifacts')
    .select('files')
    .where('key', '=', scanKey)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('artifacts').where('key', '=', proxyKeyOf(scanKey)).execute();
  const others = (files as { name: string }[]).filter(({ name }) => name !== PROXY_FILE);
  await db
    .updateTable('artifacts')
    .set({ files: JSON.stringify(others), data: JSON.stringify({ ...SCAN, ...scan }) })
    .where('key', '=', scanKey)
    .execute();
}

/** Stores a proxy as its step would, and returns its key. */
async function storeProxy(scanKey: string): Promise<string> {
  const { key } = await backend.artifacts.build(makeProxy, proxyKeyOf(scanKey), null, async (dir) => {
    await writeFile(join(dir, PROXY_FILE), 'a proxy made later');
    return { data: { scanKey }, files: [PROXY_FILE] };
  });
  return key;
}

/** Creates a project of one video whose scan has no proxy. */
async function withoutProxy(scan: Partial<Scan> = {}) {
  const user = await createUser(backend, { packs: [10] });
  const project = await createStoredProject(backend, user.id);
  await dropProxy(project.scanKey, scan);
  return { user, ...project };
}

const previewings = (projectId: string) =>
  db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('projectId', '=', projectId)
    .where('kind', '=', 'previewing')
    .orderBy('createdAt')
    .execute();

async function completeStep(runId: string, key: string): Promise<void> {
  const ref = { runId, step: makeProxy.name };
  await engine.begin(ref);
  await engine.complete(ref, { key, reused: false });
}

describe('the video of a preview', () => {
  // product 4.91
  it('is the original while there is no proxy, if browsers play it, and the proxy afterwards', async () => {
    const { user, projectId, scanKey, sha256 } = await withoutProxy({ playable: true });
    const before = (await readProject(user, projectId)).sections[0];
    expect(before).toMatchObject({
      videoLink: `/media/scans/${scanKey}/original`,
      preview: { videoUrl: `/media/scans/${scanKey}/original` },
    });
    const original = await app.inject({
      url: before.preview.videoUrl,
      headers: { cookie: user.cookie, range: 'bytes=0-9' },
    });
    expect([original.statusCode, original.headers['content-type'], original.body]).toEqual([
      206,
      'video/mp4',
      sha256.slice(0, 10),
    ]);
    await storeProxy(scanKey);
    const after = (await readProject(user, projectId)).sections[0];
    expect(after.preview.videoUrl).toBe(`/media/scans/${scanKey}/${PROXY_FILE}`);
    const proxy = await app.inject({ url: after.preview.videoUrl, headers: { cookie: user.cookie } });
    expect(proxy.body).toBe('a proxy made later');
  });

  it('is absent while a video that browsers cannot play has no proxy', async () => {
    const { user, projectId, scanKey } = await withoutProxy();
    expect((await readProject(user, projectId)).sections[0]).toMatchObject({
      videoLink: null,
      preview: { videoUrl: null, thumbnailUrl: `/media/scans/${scanKey}/thumbnail.jpg`, duration: 60 },
    });
    for (const file of ['original', PROXY_FILE]) {
      const answer = await app.inject({
        url: `/media/scans/${scanKey}/${file}`,
        headers: { cookie: user.cookie },
      });
      expect([file, answer.statusCode]).toEqual([file, 404]);
    }
  });

  it('is not served to other users', async () => {
    const { scanKey } = await withoutProxy({ playable: true });
    await storeProxy(scanKey);
    const { cookie } = await createUser(backend);
    for (const file of ['original', PROXY_FILE]) {
      const answer = await app.inject({ url: `/media/scans/${scanKey}/${file}`, headers: { cookie } });
      expect([file, answer.statusCode]).toEqual([file, 404]);
    }
  });
});

describe('the run that makes a proxy', () => {
  // product 4.91
  itInFullTier(
    'starts when the sections exist, costs nothing and does not count towards the limit of runs',
    async () => {
      const user = await createUser(backend, { packs: [10] });
      const videoIds = [await createReadyVideo(backend, user.id), await createReadyVideo(backend, user.id)];
      const { projectId, runId } = await send(user, 'POST', '/api/projects/process', {
        videoIds,
        projectTitle: 'Talks',
      });
      const scans = await db
        .selectFrom('runSteps')
        .select('input')
        .where('runId', '=', runId)
        .where('job', '=', 'scan-media')
        .execute();
      expect(scans.map(({ input }) => input)).toEqual(videoIds.map((videoId) => ({ videoId, proxy: false })));
      await endAnalysis(
        backend,
        runId,
        videoIds.flatMap((id) => sectionsSaying(id, ['one two three'])),
      );
      // The proxies already exist.
      expect(await previewings(projectId)).toEqual([]);

      const second = await send(user, 'POST', '/api/projects/process', { videoIds, projectTitle: 'Again' });
      for (const videoId of videoIds) {
        const { scanKey } = await db
          .selectFrom('sections')
          .select('scanKey')
          .where('videoId', '=', videoId)
          .executeTakeFirstOrThrow();
        await dropProxy(scanKey!);
      }
      const sections = videoIds.flatMap((id) => sectionsSaying(id, ['one two three', 'four five six']));
      await endAnalysis(backend, second.runId, sections);
      const view = await readProject(user, second.projectId);
      expect(view.processing).toMatchObject({ status: 'completed' });
      expect(view.preparations).toMatchObject([{ kind: 'previewing' }, { kind: 'previewing' }]);
      expect((await send(user, 'GET', '/api/user/credits')).totalCredits).toBe(8);
      // Neither of the user's two places is taken.
      for (const projectTitle of ['A', 'B']) {
        const started = await send(user, 'POST', '/api/projects/process', { videoIds, projectTitle });
        const { stage } = await db
          .selectFrom('runs')
          .select('stage')
          .where('id', '=', started.runId)
          .executeTakeFirstOrThrow();
        expect(stage).not.toBe('Waiting for your other films to finish');
      }
    },
  );

  it('ends with the proxy, and is not needed again', async () => {
    const { user, projectId, scanKey } = await withoutProxy();
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    const [run] = await previewings(projectId);
    await completeStep(run!.id, await storeProxy(scanKey));
    expect(await previewings(projectId)).toMatchObject([{ status: 'completed' }]);
    const view = await readProject(user, projectId);
    expect(view.preparations).toEqual([]);
    expect(view.sections[0].preview.videoUrl).toBe(`/media/scans/${scanKey}/${PROXY_FILE}`);
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    expect(await previewings(projectId)).toHaveLength(1);
  });

  // product 4.91
  it('is restarted after a failure, once for each video', async () => {
    const { user, projectId } = await withoutProxy();
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    const [first] = await previewings(projectId);
    const ref = { runId: first!.id, step: makeProxy.name };
    await engine.begin(ref);
    await engine.fail(ref, { code: 'failed', message: 'The proxy failed.', retry: 'never' });
    const view = await readProject(user, projectId);
    expect([view.status, view.preparations, view.failedVideos]).toEqual(['draft', [], []]);
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    const statuses = (await previewings(projectId)).map(({ status }) => status);
    expect(statuses[0]).toBe('failed');
    expect(statuses).toHaveLength(2);
  });

  it('ends with the deletion of its project, and restarts when that is restored', async () => {
    const { user, projectId } = await withoutProxy();
    await send(user, 'POST', `/api/projects/${projectId}/previews`);
    await send(user, 'DELETE', `/api/projects/${projectId}`);
    expect(await previewings(projectId)).toMatchObject([{ status: 'cancelled' }]);
    await send(user, 'POST', `/api/projects/${projectId}/restore`);
    const [, second] = await previewings(projectId);
    expect(['queued', 'running']).toContain(second!.status);
  });

  it('also runs for a copy of its project', async () => {
    const { user, projectId } = await withoutProxy();
    const copy = await send(user, 'POST', `/api/projects/${projectId}/duplicate`);
    expect(await previewings(copy.projectId)).toHaveLength(1);
  });
});
