import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { startFileSite } from '../../helpers/outside/file-site.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { upload } from '../../helpers/data/upload.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-bounds-'));
const at = (name: string) => join(dir, name);
await ffmpeg('-f', 'lavfi', '-i', 'color=c=red:s=5000x5000', '-frames:v', '1', at('large.png'));
await ffmpeg('-f', 'lavfi', '-i', 'color=c=red:s=320x180', '-frames:v', '1', at('small.png'));

/** A wrapper of ffmpeg that records its start, its end and its memory limit. */
const record = at('ffmpeg.log');
const watched = at('ffmpeg');
await writeFile(record, '');
await writeFile(
  watched,
  `#!/bin/sh\necho "begin $(ulimit -v)" >> ${record}\nffmpeg "$@"\ncode=$?\necho end >> ${record}\nexit $code\n`,
  { mode: 0o755 },
);
/**
 * Returns how many ran since the last check, how many ran concurrently, and the memory limit of each, in kB.
 */
async function ffmpegs() {
  const lines = (await readFile(record, 'utf8')).trim().split('\n').filter(Boolean);
  await writeFile(record, '');
  let now = 0;
  const counts = lines.map((line) => (now += line === 'end' ? -1 : 1));
  const limits = lines.flatMap((line) => (line === 'end' ? [] : Number(line.split(' ')[1])));
  return { runs: limits.length, most: Math.max(0, ...counts), memory: Math.max(0, ...limits) };
}

const site = await startFileSite({
  '/picture.png': { content: await readFile(at('small.png')), type: 'image/png' },
});
const backend = await openTestBackend({
  FFMPEG_PATH: watched,
  LINK_HOSTS: site.host,
  MEDIA_AT_ONCE: '2',
  MEDIA_AT_ONCE_PER_USER: '1',
  MEDIA_WAITING_PER_USER: '6',
  SITES_AT_ONCE_PER_USER: '3',
  SITES_AT_ONCE_PER_HOST: '4',
});
const app = await openTestApp(backend);
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true, force: true });
});

async function owner() {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const { cookie } = user;
  return {
    cookie,
    send: (name: string) => upload(app, { cookie, projectId }, at(name)),
    add: (videoURL: string) =>
      app.inject({
        method: 'POST',
        url: `/api/projects/${projectId}/sections`,
        headers: { cookie },
        payload: { title: 'Own', videoURL },
      }),
  };
}

describe('inspecting uploads', () => {
  it('inspects a file once for concurrent requests, with little memory', async () => {
    const { send, add } = await owner();
    const objectPath = await send('large.png');
    await ffmpegs();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(objectPath)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
    const { runs, memory } = await ffmpegs();
    expect(runs).toBe(1);
    expect(memory).toBeLessThanOrEqual(2 * 2 ** 20);
  });

  it('works on one file of a user at a time, and returns a retry time if too many are waiting', async () => {
    const [greedy, modest] = [await owner(), await owner()];
    const paths: string[] = [];
    for (let n = 0; n < 10; n += 1) paths.push(await greedy.send('small.png'));
    const own = await modest.send('small.png');
    await ffmpegs();
    const all = Promise.all(paths.map((path) => greedy.add(path)));
    const other = modest.add(own);
    const answers = await all;
    expect((await other).statusCode).toBe(201);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    // One is running and six are waiting.
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(7);
    expect(refused).toHaveLength(3);
    expect(refused[0]!.headers['retry-after']).toBe('5');
    expect(refused[0]!.json().message).toMatch(/^Too many requests at once: an account can have 6 waiting\./);
    expect((await ffmpegs()).most).toBeLessThanOrEqual(2);
    const index = answers.indexOf(refused[0]!);
    expect((await greedy.add(paths[index]!)).statusCode).toBe(201);
  });
});

describe('thumbnails of other sites', () => {
  const hits = (count: number, path: string) =>
    upsertVideos(
      backend.db,
      'youtube',
      Array.from({ length: count }, (_, index) => ({
        sourceId: crypto.randomUUID(),
        title: 'A hit',
        description: null,
        thumbnail: `${site.url}${path}?v=${crypto.randomUUID()}-${index}`,
        url: null,
        durationMs: 1000,
        views: 'Unknown',
        channel: 'Tests',
        license: null,
      })),
    );
  const picture = (id: string, cookie: string) =>
    app.inject({ url: `/media/videos/${id}/thumbnail.jpg`, headers: { cookie } });

  it('thumbnails of other sites are requested once for concurrent requests', async () => {
    const [{ cookie }, other] = [await owner(), await owner()];
    const [hit] = await hits(1, '/picture.png');
    await ffmpegs();
    site.reset();
    const requests = Array.from({ length: 60 }, (_, n) => picture(hit!.id, n % 2 ? cookie : other.cookie));
    const answers = await Promise.all(requests);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect([site.requests.length, (await ffmpegs()).runs]).toEqual([1, 1]);
  });

  it('thumbnails of other sites are requested a few at a time, per site and per user', async () => {
    const [one, two] = [await owner(), await owner()];
    const [first, second] = [await hits(8, '/picture.png'), await hits(8, '/picture.png')];
    site.reset();
    site.failAlways('hang');
    const requests = first.map(({ id }) => picture(id, one.cookie));
    await vi.waitUntil(() => site.requests.length === 3, PATIENT);
    requests.push(...second.map(({ id }) => picture(id, two.cookie)));
    await vi.waitUntil(() => site.requests.length === 4, PATIENT);
    const { working } = backend.pools.sites.count();
    expect([working, site.requests.length]).toEqual([4, 4]);
    site.reset();
    site.drop();
    for (const answer of await Promise.all(requests)) expect([200, 302, 429]).toContain(answer.statusCode);
  });

  it('that are unavailable are not requested again by any node', async () => {
    const { cookie } = await owner();
    const [hit] = await hits(1, '/not-there');
    site.reset();
    expect((await picture(hit!.id, cookie)).statusCode).toBe(302);
    const requestCount = site.requests.length;
    const node = await openTestApp({ ...backend });
    const second = await node.inject({ url: `/media/videos/${hit!.id}/thumbnail.jpg`, headers: { cookie } });
    expect([second.statusCode, site.requests.length - requestCount]).toEqual([302, 0]);
    expect(await backend.redis.keys(`${backend.config.redisPrefix}:thumbnail-away:*`)).not.toEqual([]);
  });
});
