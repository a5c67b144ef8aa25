import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '#node/config/config.ts';
import { FinalStepError } from '#node/errors.ts';
import { createLogger } from '#node/logger.ts';
import { openFfmpeg, openMediaSources } from '#node/media-sources/registry.ts';
import type { VideoRow } from '#node/repositories/videos.ts';
import { videoIdSchema } from '#contract/videos.ts';
import { testEnvironment } from '../helpers/platform.ts';
import { makeSource } from '../helpers/lavfi.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
for (const name of ['river one', 'river two', 'river three']) {
  await makeSource(join(library, `${name}.mp4`), { seconds: 1 });
}
await writeFile(join(library, 'river of text.mp4'), 'not a video');

const config = parseConfig(await testEnvironment({ LIBRARY_DIR: library }));
const log = createLogger('silent', 'test');
const sources = openMediaSources(config, openFfmpeg(config, log), log);

/** For each source: words that find at least three short videos. */
const QUERIES: Record<string, string> = { library: 'river' };

const signal = () => new AbortController().signal;
const ask = (query: string, offset = 0, limit = 10) => ({ query, duration: undefined, offset, limit });
/** As the database has a hit of a source. */
const row = (source: string, sourceId: string) =>
  ({ id: `${source}_${sourceId}`, source, source_id: sourceId, url: null }) as VideoRow;

it('has a query for every source', () => {
  expect(Object.keys(QUERIES).toSorted()).toEqual(sources.all.map((source) => source.id).toSorted());
});

describe.each(sources.all.map((source) => [source.id, source] as const))('source %s', (id, source) => {
  const query = QUERIES[id]!;
  const search = (more: object = {}) => source.search({ ...ask(query), ...more }, signal());

  it('finds videos with what the page shows', async () => {
    const found = await search();
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const video of found) {
      expect(videoIdSchema.safeParse(`${id}_${video.sourceId}`).success).toBe(true);
      expect(video.title.trim()).not.toBe('');
      expect(video.channel.trim()).not.toBe('');
      expect(video.views.trim()).not.toBe('');
      expect(Number.isInteger(video.durationMs)).toBe(true);
    }
  });

  it('gives each hit once, on whatever page', async () => {
    const pages = await Promise.all([0, 1, 2].map((offset) => search({ offset, limit: 1 })));
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
    expect(new Set(pages.flat().map((video) => video.sourceId)).size).toBe(3);
    expect(await search({ offset: 100_000 })).toEqual([]);
  });

  it('keeps to the length that is asked for', async () => {
    expect((await search({ duration: 'short' })).length).toBeGreaterThanOrEqual(3);
    for (const video of await search({ duration: 'long' }))
      expect(video.durationMs).toBeGreaterThan(1_200_000);
  });

  it('takes any words', async () => {
    for (const odd of ['%', '\\', '" OR 1=1', '<script>', 'নদী', '🎬', 'x'.repeat(200)]) {
      expect(Array.isArray(await source.search(ask(odd), signal()))).toBe(true);
    }
  });

  it('brings the file of a hit, and tells one version of it from another', async () => {
    const [video] = await search();
    const dir = join(library, '.fetched');
    await mkdir(dir);
    const seen: number[] = [];
    const wanted = row(id, video!.sourceId);
    const revision = await source.revision(wanted, signal());
    expect(await source.revision(wanted, signal())).toEqual(revision);
    const name = await source.fetch(wanted, dir, signal(), (fraction) => seen.push(fraction));
    expect(await readdir(dir)).toContain(name);
    expect((await stat(join(dir, name))).size).toBeGreaterThan(1000);
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('says in a sentence that a video is not to be had', async () => {
    const nothing = row(id, '0123456789abcdef');
    const failed = await source.revision(nothing, signal()).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FinalStepError);
    expect((failed as Error).message).toMatch(/^[A-Z].*\.$/);
  });

  it('stops when aborted', async () => {
    const [video] = await search();
    const abort = new AbortController();
    abort.abort(new Error('cancelled by the test'));
    const dir = join(library, '.aborted');
    await mkdir(dir);
    await expect(source.fetch(row(id, video!.sourceId), dir, abort.signal, () => {})).rejects.toThrow(
      'cancelled by the test',
    );
    expect(await readdir(dir)).toEqual([]);
  });
});
