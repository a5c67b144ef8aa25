import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { collect } from '#core/retention/collect.ts';
import { makeSource } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { passDays } from '../../helpers/data/stored-media.ts';
import { SHORT, SITES, startVideoSites } from '../../helpers/outside/video-sites.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const sites = await startVideoSites();
const TIMEOUT_MS = 3_000;
const standins = { STANDINS_URL: sites.url, PUBLIC_URL: 'http://localhost:3000' };
/** Long timeouts, since the machine may be busy. */
const backend = await openTestBackend({ ...standins, SEARCH_TIMEOUT_MS: '30000' });
const app = await openTestApp(backend);
const other = await openTestApp(backend);
const { cookie } = await createUser(backend);
/** The sites that the filter offers only where they are configured. */
const OTHERS = backend.sources.all.filter(({ id }) => id !== 'youtube' && id !== 'vimeo');
/** The number of videos that all sites find: each counts once, although every site has all of them. */
const ALL = SHORT + 2;

/** Returns a new query that finds all videos. */
let queries = 0;
const freshQuery = () => `river fresh${(queries += 1)}`;

async function search(params: Record<string, string | number>, node = app) {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const answer = await node.inject({ url: `/api/videos/search?${query}`, headers: { cookie } });
  return {
    status: answer.statusCode,
    videos: answer.json<Video[]>(),
    total: answer.headers['x-total-count'],
    errors: answer.headers['x-source-errors'],
  };
}
/** Returns a site's search requests, by its URL. */
const callsOf = async (site: string) =>
  (await sites.calls(site)).filter((path) => /search|^\/videos\?query/.test(path));
const forget = () => Promise.all(SITES.map((site) => sites.fail(site, null)));

afterEach(async () => {
  await forget();
  const pauses = await backend.redis.keys(`${backend.config.redisPrefix}:search:pause:*`);
  if (pauses.length > 0) await backend.redis.del(pauses);
});

describe('all sources', () => {
  // product 1.1, 7.32
  it('alternates between all sources and shows each video once, up to the last page', async () => {
    const query = freshQuery();
    const allVideos: Video[] = [];
    for (let page = 1; ; page += 1) {
      const { videos, errors } = await search({ query, page });
      expect(errors).toBeUndefined();
      allVideos.push(...videos);
      if (videos.length < 10) break;
    }
    expect(allVideos).toHaveLength(ALL);
    expect(new Set(allVideos.map((video) => video.title)).size).toBe(ALL);
    expect(allVideos.slice(0, 2 * SITES.length).map((video) => video.source)).toEqual([...SITES, ...SITES]);
    expect(allVideos[0]).toMatchObject({ license: 'Creative Commons Attribution (CC BY)' });
    expect((await search({ query })).total).toBe(String(ALL));
  });

  itInFullTier(
    'all sources have thumbnails, which we serve, and which are not stored if no one requests them',
    async () => {
      const { videos } = await search({ query: freshQuery() });
      const loadThumbnails = async () => {
        for (const { source, thumbnail } of videos.slice(0, SITES.length)) {
          const picture = await app.inject({ url: thumbnail, headers: { cookie } });
          const type = picture.headers['content-type'];
          expect([source, picture.statusCode, type]).toEqual([source, 200, 'image/jpeg']);
        }
      };
      const storedThumbnails = async () => {
        const pictures = backend.db.selectFrom('artifacts').where('job', '=', 'video-thumbnail');
        const files: string[] = [];
        for await (const { key } of backend.storage.listFiles('artifacts/')) files.push(key);
        return [(await pictures.select('key').execute()).length, files.length];
      };
      const each = [SITES.length, SITES.length];
      await loadThumbnails();
      expect(await storedThumbnails()).toEqual(each);
      await collect(backend);
      expect(await storedThumbnails()).toEqual(each);
      await passDays(backend, backend.config.retention.cacheMaxDays + 1);
      await collect(backend);
      expect(await storedThumbnails()).toEqual([0, 0]);
      await loadThumbnails();
      expect(await storedThumbnails()).toEqual(each);
    },
  );

  itInFullTier('can be searched one at a time, and by length', async () => {
    const query = freshQuery();
    const { videos, total } = await search({ query, source: 'vimeo', limit: 50 });
    expect(videos).toHaveLength(50);
    expect(new Set(videos.map((video) => video.source))).toEqual(new Set(['vimeo']));
    expect(total).toBe(String(ALL));
    const long = await search({ query, duration: 'long' });
    expect(long.videos.map((video) => video.duration)).toEqual([1300]);
    expect((await search({ query, source: 'elsewhere' })).videos).toEqual([]);
    expect((await search({ query: 'zebra' })).videos).toEqual([]);
    expect((await search({ query, page: 101 })).videos).toEqual([]);
  });
});

describe('a repeated search', () => {
  itInFullTier(
    'requests a site once, whatever the number of concurrent callers, on any node, and for later pages',
    async () => {
      await forget();
      const query = freshQuery();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => search({ query }, index % 2 ? app : other)),
      );
      for (const { videos } of answers) expect(videos).toEqual(answers[0]!.videos);
      await search({ query: `  ${query.toUpperCase()} ` });
      await search({ query, page: 2 });
      for (const site of SITES) expect([site, (await callsOf(site)).length]).toEqual([site, 1]);
    },
  );

  it('is a different one with other filters', async () => {
    await forget();
    const query = freshQuery();
    await search({ query });
    await search({ query, source: 'youtube' });
    await search({ query, source: 'youtube', duration: 'short' });
    expect(await callsOf('youtube')).toHaveLength(3);
    expect(await callsOf('vimeo')).toHaveLength(1);
  });

  it('works even if nothing can be stored', async () => {
    const away = vi.spyOn(backend.redis, 'get').mockRejectedValue(new Error('away'));
    const set = vi.spyOn(backend.redis, 'set').mockRejectedValue(new Error('away'));
    const query = freshQuery();
    const [first, second] = [await search({ query }), await search({ query, page: 2 })];
    away.mockRestore();
    set.mockRestore();
    expect([first.videos.length, second.videos.length]).toEqual([10, 10]);
    expect(new Set([...first.videos, ...second.videos].map((video) => video.id)).size).toBe(20);
  });
});

describe('sample videos that are still being made', () => {
  it('reports unfinished videos, finds each when it is finished, and does not cache earlier results', async () => {
    await forget();
    const folder = await mkdtemp(join(tmpdir(), 'cutroom-samples-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const early = await openTestBackend({ ...standins, SAMPLE_LIBRARY_DIR: folder });
    const node = await openTestApp(early);
    const user = await createUser(early);
    const query = freshQuery();
    const searchIn = async (source: string) => {
      const url = `/api/videos/search?${new URLSearchParams({ query, source })}`;
      const answer = await node.inject({ url, headers: { cookie: user.cookie } });
      return [answer.json<Video[]>().map(({ title }) => title), answer.headers['x-source-pending']];
    };
    const pending = (count: number) =>
      `Preparing sample videos (${count} ready). More will appear automatically.`;
    expect(await searchIn('library')).toEqual([[], pending(0)]);
    await makeSource(join(folder, 'river.mp4'), { seconds: 1 });
    await vi.waitFor(async () => expect(await searchIn('library')).toEqual([['River'], pending(1)]), PATIENT);
    for (let time = 0; time < 2; time += 1) expect((await searchIn('vimeo'))[1]).toBe(pending(1));
    expect(await callsOf('vimeo')).toHaveLength(2);
    expect((await searchIn('manual'))[1]).toBeUndefined();

    await mkdir(join(folder, '.making-1-1'));
    const longAgo = new Date(Date.now() - 200_000);
    await utimes(folder, longAgo, longAgo);
    expect((await searchIn('library'))[1]).toBe(pending(1));
    await utimes(join(folder, '.making-1-1'), longAgo, longAgo);
    expect((await searchIn('library'))[1]).toBeUndefined();

    await writeFile(join(folder, '.complete'), 'version');
    for (let time = 0; time < 2; time += 1) expect((await searchIn('vimeo'))[1]).toBeUndefined();
    expect(await callsOf('vimeo')).toHaveLength(3);
  });
});

describe('a failing source', () => {
  // product 7.32
  it('is named while the others are shown, and returns in its turn', async () => {
    const query = freshQuery();
    await sites.fail('vimeo', 'error');
    const without = await search({ query });
    expect(without.errors).toBe('vimeo: Vimeo is failing (500).');
    const others = SITES.filter((site) => site !== 'vimeo');
    expect(new Set(without.videos.map((video) => video.source))).toEqual(new Set(others));
    await sites.fail('vimeo', null);
    const second = await search({ query });
    expect(second.errors).toBeUndefined();
    expect(second.videos.slice(0, SITES.length).map((video) => video.source)).toEqual(SITES);
  });

  itInFullTier('is given a limited time', async () => {
    const hasty = await openTestBackend({ ...standins, SEARCH_TIMEOUT_MS: String(TIMEOUT_MS) });
    const node = await openTestApp(hasty);
    const user = await createUser(hasty);
    await sites.fail('archive', 'slow');
    const began = performance.now();
    const url = `/api/videos/search?${new URLSearchParams({ query: freshQuery() })}`;
    const answer = await node.inject({ url, headers: { cookie: user.cookie } });
    const tookMs = performance.now() - began;
    expect(tookMs).toBeGreaterThan(TIMEOUT_MS - 100);
    // The limit for silence alone would end the request only after 20 s.
    expect(tookMs).toBeLessThan(15_000);
    expect(answer.headers['x-source-errors']).toContain(
      'archive: Internet Archive took too long to respond.',
    );
    await vi.waitFor(() => expect(sites.open()).toBe(0), PATIENT);
  });

  itInFullTier('is paused while it is over its quota', async () => {
    await sites.fail('youtube', 'quota');
    const often = 'youtube: YouTube received too many requests and accepts no searches for now.';
    expect((await search({ query: freshQuery() })).errors).toBe(often);
    expect(await callsOf('youtube')).toHaveLength(1);
    await sites.fail('youtube', null);
    expect((await search({ query: freshQuery() })).errors).toBe(often);
    expect((await search({ query: freshQuery(), source: 'youtube' })).status).toBe(502);
    expect(await callsOf('youtube')).toEqual([]);
  });

  itInFullTier('is requested again after the time that it named', async () => {
    await sites.fail('youtube', 'rate', 1);
    const query = freshQuery();
    expect((await search({ query })).errors).toMatch(/^youtube: /);
    await vi.waitFor(async () => expect((await search({ query })).errors).toBeUndefined(), {
      ...PATIENT,
      interval: 300,
    });
    expect(await callsOf('youtube')).toHaveLength(2);
  });

  it('fails the search if all sources fail', async () => {
    await Promise.all(SITES.map((site) => sites.fail(site, 'broken')));
    const query = freshQuery();
    const { status, videos } = await search({ query });
    const sources = backend.sources.all.map(({ id, name }) => ({
      source: id,
      message: `${name} interrupted its response.`,
    }));
    expect([status, videos]).toMatchObject([
      502,
      { code: 'search_failed', message: 'Search failed', details: { sources } },
    ]);
    await forget();
    expect((await search({ query })).videos).toHaveLength(10);
  });
});

itInFullTier(
  'releases the sites when the page stops waiting, and the next search is not delayed',
  async () => {
    await sites.fail('vimeo', 'slow', 1);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const query = freshQuery();
    const url = `${address}/api/videos/search?${new URLSearchParams({ query })}`;
    const abort = new AbortController();
    const request = fetch(url, { headers: { cookie }, signal: abort.signal });
    await vi.waitFor(async () => expect(await callsOf('vimeo')).toHaveLength(1), PATIENT);
    abort.abort();
    await expect(request).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(sites.open()).toBe(0), PATIENT);
    expect((await search({ query })).videos).toHaveLength(10);
  },
);

it('lists the sources, and which of them are stand-ins', async () => {
  const { sources, standIns } = (await app.inject('/api/config')).json();
  expect(sources).toEqual([
    { id: 'youtube', name: 'YouTube', available: true, standIn: true },
    { id: 'vimeo', name: 'Vimeo', available: true, standIn: true },
    { id: 'manual', name: 'Manual', available: true, standIn: false },
    ...OTHERS.map(({ id, name }) => ({ id, name, available: true, standIn: true })),
    { id: 'footage', name: 'Your footage', available: true, standIn: false },
  ]);
  const names = new Intl.ListFormat('en').format(['YouTube', 'Vimeo', ...OTHERS.map(({ name }) => name)]);
  expect(standIns).toContain(`Search: ${names} are simulated with the sample videos.`);
});
