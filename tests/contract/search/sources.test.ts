import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { entries } from '#core/config/variables.ts';
import { createLogger } from '#core/lib/logger.ts';
import { NOT_FOR_SERVERS } from '#core/media-sources/link/answers.ts';
import { openFfmpeg, openMediaSources, SITES as REGISTERED } from '#core/media-sources/registry.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import { youtube } from '#core/media-sources/youtube.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import { videoIdSchema } from '#contract/videos.ts';
import { isReusable } from '#text/words/licenses.ts';
import { type Fault, FAULTS } from '../../../standins/videos/faults.ts';
import { addressOfNothing } from '../../helpers/outside/fake-server.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { makeSource } from '../../helpers/media/lavfi.ts';
import { firstPage, searchAll, SHORT, SITES, startVideoSites } from '../../helpers/outside/video-sites.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
for (const name of ['river one', 'river two', 'river three']) {
  await makeSource(join(library, `${name}.mp4`), { seconds: 1 });
  await writeFile(join(library, `${name}.json`), JSON.stringify({ title: `${name} নদী`, license: 'CC0' }));
}
await writeFile(join(library, 'river of text.mp4'), 'not a video');

const sites = await startVideoSites();
const log = createLogger('silent', 'test');
const open = async (extra: Record<string, string>) => {
  const config = parseConfig(await testEnvironment(extra));
  return openMediaSources(config, openFfmpeg(config, log), log);
};
const sources = await open({ LIBRARY_DIR: library, STANDINS_URL: sites.url });

/** For each source, words that find its short videos, and the number of those. */
const QUERIES: Record<string, { query: string; short: number }> = {
  library: { query: 'river', short: 3 },
  ...Object.fromEntries(SITES.map((site) => [site, { query: 'river', short: SHORT }])),
};

const signal = () => new AbortController().signal;
/** Returns a row for a result of a source, or for a link, which is the name of a file. */
const row = (source: string, sourceId: string) => {
  const url = source === 'link' ? `http://localhost:3000/standins/media/${sourceId}.mp4` : null;
  return { id: `${source}_${sourceId}`, source, sourceId, url } as VideoRow;
};

/** A video of each source that can be fetched: one of each searchable source, and a link. */
const FETCHED: Record<string, string> = { link: 'river-short' };
for (const source of sources.all) {
  FETCHED[source.id] = (await firstPage(source, QUERIES[source.id]!.query)).videos[0]!.sourceId;
}
/** The URLs of a source's files contain this text, and no other URLs do. */
const filesOf = (id: string) => ({ archive: '/download/', link: '.mp4' })[id] ?? '/files/';

it('has a query for every source', () => {
  expect(Object.keys(QUERIES).toSorted()).toEqual(sources.all.map((source) => source.id).toSorted());
});

describe.each(sources.all.map((source) => [source.id, source] as const))('source %s', (id, source) => {
  const { query, short } = QUERIES[id]!;

  // product 2.140
  it('finds videos with what the page shows, and how they may be used', async () => {
    const { videos, total } = await firstPage(source, query);
    expect(videos.length).toBeGreaterThanOrEqual(3);
    expect(total).toBeGreaterThanOrEqual(short);
    for (const video of videos) {
      expect(videoIdSchema.safeParse(`${id}_${video.sourceId}`).success).toBe(true);
      expect(video.title).toMatch(/river/i);
      expect(video.channel.trim()).not.toBe('');
      expect(video.views.trim()).not.toBe('');
      expect(isReusable(video.license)).toBe(true);
      expect(video.thumbnail).toMatch(/^(http:\/\/localhost:3000)?\/(media|standins)\//);
      expect(Number.isInteger(video.durationMs)).toBe(true);
    }
  });

  it('returns each hit once, across all pages, to the end', async () => {
    const all = await searchAll(source, query);
    expect(all.length).toBeGreaterThanOrEqual(short);
    expect(new Set(all.map((video) => video.sourceId)).size).toBe(all.length);
  });

  itInFullTier('respects the requested length', async () => {
    const lengths = async (duration: 'short' | 'medium' | 'long') =>
      (await searchAll(source, query, duration)).map((video) => video.durationMs / 1000);
    const [shorts, mediums, longs] = await Promise.all([
      lengths('short'),
      lengths('medium'),
      lengths('long'),
    ]);
    expect(shorts).toHaveLength(short);
    expect(Math.max(...shorts)).toBeLessThan(240);
    const others = id === 'library' ? [[], []] : [[300], [1300]];
    expect([mediums, longs]).toEqual(others);
  });

  it('accepts any words, in any script', async () => {
    expect((await firstPage(source, 'নদী')).videos.length).toBeGreaterThanOrEqual(3);
    for (const odd of ['%', '\\', '" OR 1=1', '<script>', '🎬', 'title:(', 'x'.repeat(200)]) {
      expect((await firstPage(source, odd)).total).toBeGreaterThanOrEqual(0);
    }
    expect(await firstPage(source, 'zebra')).toEqual({ videos: [], next: null, total: 0 });
  });
});

describe.each(Object.entries(FETCHED))('the fetch of source %s', (id, sourceId) => {
  const source = sources.find(id)!;
  const makeDir = (kind: string) => mkdtemp(join(library, `.${kind}-`));
  const fetchTo = async (dir: string, requestedRow = row(id, sourceId), limited = signal()) => {
    const seen: number[] = [];
    const name = await source.fetch(requestedRow, dir, limited, (bytes) => seen.push(bytes));
    return { name, seen };
  };

  it('downloads the file, and distinguishes its versions', async () => {
    const dir = await makeDir('fetched');
    const revision = await source.revision(row(id, sourceId), signal());
    expect(await source.revision(row(id, sourceId), signal())).toEqual(revision);
    const { name, seen } = await fetchTo(dir);
    expect(await readdir(dir)).toContain(name);
    const { size } = await stat(join(dir, name));
    expect(size).toBeGreaterThan(1000);
    expect(seen.at(-1)).toBe(size);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('reports in a sentence that a video is unavailable', async () => {
    const nothing = row(id, '0123456789abcdef');
    const failed = await source.revision(nothing, signal()).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'StepError', retry: 'never' });
    expect((failed as Error).message).toMatch(/^[A-Z].*\.$/);
  });

  it('stops when aborted', async () => {
    const abort = new AbortController();
    abort.abort(new Error('cancelled by the test'));
    const dir = await makeDir('aborted');
    await expect(fetchTo(dir, row(id, sourceId), abort.signal)).rejects.toThrow('cancelled by the test');
    expect(await readdir(dir)).toEqual([]);
  });
});

itInFullTier('reports why a file is unavailable, or resumes later, for every source', async () => {
  const outcomes = [...SITES, 'link'].map(async (id) => {
    const site = id === 'link' ? 'media' : id;
    const fetchAfter = async (fault: Fault, limited = signal()) => {
      await sites.fail(site, fault, 1, filesOf(id));
      const dir = await mkdtemp(join(library, `.${fault}-`));
      const name = await sources.find(id)!.fetch(row(id, FETCHED[id]!), dir, limited, () => {});
      return (await stat(join(dir, name))).size > 1000 ? 'whole' : 'in part';
    };
    const wordsAfter = (fault: Fault) => fetchAfter(fault).catch((error: Error) => error.message);
    const outcome = [];
    for (const fault of FAULTS) if (fault !== 'slow') outcome.push(await wordsAfter(fault));

    const abort = new AbortController();
    const waiting = fetchAfter('slow', abort.signal);
    await vi.waitFor(async () => expect((await sites.calls(site)).join(' ')).toContain(filesOf(id)), PATIENT);
    abort.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
    await sites.fail(site, null);
    return [id, outcome] as const;
  });
  // A quota reported by a 429 ends soon, so the source is requested again.
  const [refused, over] = [NOT_FOR_SERVERS, 'whole'];
  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
    ...Object.fromEntries(SITES.map((id) => [id, [refused, over, over, over, over]])),
    youtube: [refused, refused, over, over, over],
    link: [refused, refused, over, over, over],
  });
  await vi.waitFor(() => expect(sites.open()).toBe(0), PATIENT);
});

describe.each(SITES)('%s, when it fails', (id) => {
  const source = sources.all.find((candidate) => candidate.id === id)!;
  const { name } = source;
  const failure = async (target: MediaSource = source) => {
    const error = await firstPage(target, 'river').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SourceError);
    const { code, message, pauseMs } = error as SourceError;
    return { code, message, pauseMs };
  };
  afterEach(() => sites.fail(id, null));

  it('reports what is wrong, and for how long it must be paused', async () => {
    await sites.fail(id, 'unauthorized', 1);
    expect(await failure()).toEqual({
      code: 'refused',
      message: `${name} refuses requests of this installation (401).`,
      pauseMs: null,
    });
    const often = `${name} received too many requests and accepts no searches for now.`;
    await sites.fail(id, 'rate', 1);
    expect(await failure()).toEqual({ code: 'quota', message: often, pauseMs: 2000 });
    await sites.fail(id, 'quota', 1);
    const quota = await failure();
    expect(quota).toMatchObject({ code: 'quota', message: often });
    expect(quota.pauseMs).toBeGreaterThan(30_000);
    await sites.fail(id, 'error', 1);
    expect(await failure()).toEqual({
      code: 'unreachable',
      message: `${name} is failing (500).`,
      pauseMs: null,
    });
    await sites.fail(id, 'broken', 1);
    expect(await failure()).toMatchObject({
      code: 'unreachable',
      message: `${name} interrupted its response.`,
    });
    await sites.fail(id, null);
    expect((await firstPage(source, 'river')).videos.length).toBeGreaterThan(3);
  });

  it('releases a pending response when no one waits for it any more', async () => {
    await sites.fail(id, 'slow');
    const abort = new AbortController();
    const pendingSearch = source.search({ query: 'river', duration: undefined, cursor: null }, abort.signal);
    await vi.waitFor(async () => expect(await sites.calls(id)).toHaveLength(1), PATIENT);
    abort.abort(new Error('nobody waits'));
    await expect(pendingSearch).rejects.toThrow('nobody waits');
    await vi.waitFor(() => expect(sites.open()).toBe(0), PATIENT);
  });

  it('has a page for each video, for credits', () => {
    const { pageOf } = REGISTERED.find((site) => site.id === id)!;
    expect(pageOf('abc')).toMatch(/^https:\/\/.+abc/);
  });

  itInFullTier('reports an unreachable API', async () => {
    const variable = (place: string) => entries.find(([, { as }]) => as === place)![0];
    const key = { [variable(`siteKeys.${id}`)]: 'on' };
    const away = await open({ ...key, [variable(`siteUrls.${id}`)]: await addressOfNothing() });
    const unconfigured = away.all.find((candidate) => candidate.id === id)!;
    expect(unconfigured.standIn).toBe(false);
    expect(await failure(unconfigured)).toMatchObject({
      code: 'unreachable',
      message: `${name} cannot be reached.`,
    });
  });
});

describe('the pages of a site', () => {
  const apiUrl = `${sites.url}/standins/youtube/youtube/v3`;
  const config = { apiUrl, key: 'k', standIn: false, shownUrl: apiUrl, files: null, contactUrl: apiUrl };
  const reader = (version: string | null) => {
    const pages = {
      version: async () => version,
      runtime: async () => null,
      describe: vi.fn(),
      fetch: vi.fn(async () => 'source.mkv'),
    };
    const limits = { maxBytes: 1, maxMs: 1, minRate: { bytesPerSecond: 0, windowMs: 1 } };
    return { pages, source: youtube.open(config, { pages, ports: [], ...limits }) };
  };

  it('the pages of a site are fetched with yt-dlp', async () => {
    const { pages, source } = reader('2026.01.01');
    const args = [library, signal(), () => {}] as const;
    expect(await source.fetch(row('youtube', 'abcdefghijk'), ...args)).toBe('source.mkv');
    expect(pages.fetch).toHaveBeenCalledWith(
      'https://www.youtube.com/watch?v=abcdefghijk',
      expect.anything(),
    );
  });

  it('cannot be read without yt-dlp', async () => {
    const { source } = reader(null);
    await expect(source.fetch(row('youtube', 'abcdefghijk'), library, signal(), () => {})).rejects.toThrow(
      'because yt-dlp is not installed',
    );
  });

  it('the pages of a site are requested even if the API is over its quota', async () => {
    const { source } = reader('2026.01.01');
    await sites.fail('youtube', 'quota', 1);
    expect(await source.revision(row('youtube', 'abcdefghijk'), signal())).toEqual([]);
    await sites.fail('youtube', null);
  });
});
