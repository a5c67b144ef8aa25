import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StepError } from '#core/lib/errors.ts';
import { createGuard } from '#core/guard/guard.ts';
import { download, type DownloadOptions } from '#core/media-sources/link/download.ts';
import { startFileSite, type SiteFile } from '../../helpers/outside/file-site.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const CONTENT = randomBytes(5000);
const OTHER = randomBytes(4000);
const MB = 2 ** 20;
const file = (more: Partial<SiteFile> = {}): SiteFile => ({ content: CONTENT, ...more });

const site = await startFileSite({
  '/film.mp4': file(),
  '/weak.mp4': file({ etag: 'W/"one"' }),
  '/unmarked.mp4': file({ etag: null }),
  '/whole-only.mp4': file({ ranges: false }),
  '/no-length.mp4': file({ length: false }),
  '/untyped': file({ type: 'application/octet-stream' }),
  '/changing.mp4': file(),
  '/page': file({
    content: Buffer.from('<!DOCTYPE html><title>A film</title>'),
    type: 'text/html; charset=utf-8',
  }),
  '/page-as-film.mp4': file({ content: Buffer.from('\n <html><body>Sign in first</body></html>') }),
  '/playlist.mp4': file({ content: Buffer.from('#EXTM3U\nhttp://127.0.0.1/x.ts') }),
  '/picture': file({ type: 'image/png' }),
  '/archive.zip': file({ type: 'application/zip' }),
});
const dir = await mkdtemp(join(tmpdir(), 'cutroom-download-'));
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => site.reset());

const guard = createGuard({ ports: [80, 443], hosts: [site.host], aliases: [] });
let downloads = 0;

/** Downloads into a folder of its own. Returns the file's bytes and the reported progress. */
async function fetchFile(path: string, more: Partial<DownloadOptions> = {}) {
  const folder = join(dir, String((downloads += 1)));
  await mkdir(folder);
  const reported: number[] = [];
  await download(guard, site.url + path, {
    path: join(folder, 'source'),
    maxBytes: MB,
    maxMs: 20_000,
    minRate: { bytesPerSecond: 1, windowMs: 30_000 },
    signal: AbortSignal.timeout(30_000),
    onProgress: (bytes, total) => reported.push(bytes / total!),
    backOffMs: 5,
    connectMs: 5000,
    idleMs: 5000,
    ...more,
  });
  expect(await readdir(folder)).toEqual(['source']);
  return { bytes: await readFile(join(folder, 'source')), reported };
}

async function failure(path: string, more: Partial<DownloadOptions> = {}) {
  const error = await fetchFile(path, more).then(
    () => null,
    (error: unknown) => error as StepError,
  );
  expect(error?.message).toMatch(/^[A-Z][^\n]+\.$/);
  return error!;
}
const ranges = () => site.requests.map(({ headers }) => headers.range ?? 'all');

describe('a download', () => {
  it('downloads the file, and reports its progress', async () => {
    const { bytes, reported } = await fetchFile('/film.mp4');
    expect(bytes.equals(CONTENT)).toBe(true);
    expect(reported.at(-1)).toBe(1);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(ranges()).toEqual(['all']);
  });

  it.each(['/no-length.mp4', '/untyped', '/hops/3/film.mp4'])('downloads %s', async (path) => {
    expect((await fetchFile(path)).bytes.equals(CONTENT)).toBe(true);
  });

  it.each(['reset', 'stall', 'short'] as const)('resumes where the connection broke (%s)', async (fault) => {
    site.failNext(fault, fault, fault);
    const { bytes, reported } = await fetchFile('/film.mp4', fault === 'stall' ? { idleMs: 400 } : {});
    expect(bytes.equals(CONTENT)).toBe(true);
    expect(ranges()).toEqual(['all', 'bytes=1000-', 'bytes=2000-', 'bytes=3000-']);
    expect(site.requests.slice(1).map(({ headers }) => headers['if-range'])).toEqual([
      '"one"',
      '"one"',
      '"one"',
    ]);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  it.each(['/weak.mp4', '/unmarked.mp4', '/whole-only.mp4'])(
    'restarts if it cannot resume (%s)',
    async (path) => {
      site.failNext('reset', 'reset');
      expect((await fetchFile(path)).bytes.equals(CONTENT)).toBe(true);
      expect(site.requests).toHaveLength(3);
    },
  );

  it('restarts if the file changed meanwhile', async () => {
    site.failNext('reset');
    const content = site.files['/changing.mp4']!;
    const fetched = fetchFile('/changing.mp4', { backOffMs: 100 });
    await expect.poll(() => site.requests.length).toBe(1);
    Object.assign(content, { content: OTHER, etag: '"two"' });
    expect((await fetched).bytes.equals(OTHER)).toBe(true);
  });

  it.each(['bytes 7-4006/5000', 'bytes 1000-1002/10', 'bytes 1000-4999/5000', ''])(
    'ignores a part that does not follow the received bytes, or is incomplete (%j)',
    async (part) => {
      const body = part.startsWith('bytes 7-') ? OTHER : 'abc';
      site.failNext('reset', { status: 206, headers: { 'content-range': part }, body });
      expect((await fetchFile('/film.mp4')).bytes.equals(CONTENT)).toBe(true);
      expect(ranges()).toEqual(['all', 'bytes=1000-', 'all']);
    },
  );

  it('retries after errors of the site', async () => {
    site.failNext({ status: 500 }, { status: 503 }, 'hang');
    expect((await fetchFile('/film.mp4', { idleMs: 400 })).bytes.equals(CONTENT)).toBe(true);
    expect(site.requests).toHaveLength(4);
  });

  itInFullTier('waits as long as the site asks', async () => {
    site.failNext({ status: 429, headers: { 'retry-after': '1' } });
    await fetchFile('/film.mp4');
    const [first, second] = site.requests;
    expect(second!.at - first!.at).toBeGreaterThan(950);
  });

  itInFullTier('doubles the pause each time, with a random factor', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => random.mockRestore());
    site.failAlways({ status: 502 });
    await failure('/film.mp4', { backOffMs: 60 });
    const pauses = site.requests.slice(1).map(({ at }, index) => at - site.requests[index]!.at);
    // Between half and one and a half times the pause: the range of the random factor.
    expect(pauses.map((pause, index) => pause > 1.45 * 60 * 2 ** index)).toEqual([true, true, true, true]);
  });

  it.each([
    ['a requested pause of an hour', { status: 429, headers: { 'retry-after': '3600' } }, 1],
    ['errors', { status: 500 }, 5],
    ['silence', 'hang', 5],
  ] as const)('is postponed after %s', async (_, fault, tries) => {
    site.failAlways(fault);
    const error = await failure('/film.mp4', fault === 'hang' ? { idleMs: 100 } : {});
    expect(error).toMatchObject({ name: 'StepError', retry: 'often' });
    expect(site.requests).toHaveLength(tries);
  });

  it('is postponed if the site announces another length than it sends', async () => {
    site.failAlways({ status: 200, headers: { 'content-length': '6000', etag: '"x"' }, body: CONTENT });
    expect(await failure('/film.mp4', { idleMs: 50 })).toMatchObject({ name: 'StepError', retry: 'often' });
  });

  it.each([
    [404, 'not_found', 'There is no video at this link any more.'],
    [410, 'not_found', 'There is no video at this link any more.'],
    [401, 'refused', 'This site does not let servers download this video. Upload the file instead.'],
    [403, 'refused', 'This site does not let servers download this video. Upload the file instead.'],
    [451, 'refused', 'This site does not let servers download this video. Upload the file instead.'],
    [400, 'refused', 'The site of this link refuses to give the video (400).'],
  ])('ends immediately after %i', async (status, code, message) => {
    site.failAlways({ status });
    const error = await failure('/film.mp4');
    expect(error).toMatchObject({ name: 'StepError', retry: 'never' });
    expect([error.code, error.message, site.requests.length]).toEqual([code, message, 1]);
  });

  it.each([
    ['/page', 'page'],
    ['/page-as-film.mp4', 'page'],
    ['/playlist.mp4', 'page'],
    ['/picture', 'not_media'],
    ['/archive.zip', 'not_media'],
  ])('refuses %s', async (path, code) => {
    const error = await failure(path);
    expect([error.code, site.requests.length]).toEqual([code, 1]);
  });

  it('ends if the file is too large, before or during the transfer', async () => {
    const announced = await failure('/film.mp4', { maxBytes: 4999 });
    site.failAlways('endless');
    const unannounced = await failure('/film.mp4', { maxBytes: 100_000 });
    expect([announced.code, unannounced.code]).toEqual(['too_large', 'too_large']);
    expect(unannounced.message).toBe('This video is larger than 0.1 MB.');
  });

  it('ends if it takes too long', async () => {
    site.failAlways('endless');
    expect((await failure('/film.mp4', { maxBytes: 2 ** 40, maxMs: 200 })).code).toBe('too_slow');
  });

  it.each(['drip', 'stall'] as const)(
    'is postponed if too little arrives in a window (%s)',
    async (fault) => {
      site.failAlways(fault);
      const minRate = { bytesPerSecond: 10_000, windowMs: 300 };
      const error = await failure('/film.mp4', { minRate });
      expect(error).toMatchObject({ name: 'StepError', retry: 'often' });
      expect([error.code, error.message]).toEqual([
        'too_slow',
        'This site sends its video too slowly. Try again later, or upload the file instead.',
      ]);
      expect(site.requests).toHaveLength(1);
    },
  );

  it('follows at most three redirects', async () => {
    const error = await failure('/hops/4/film.mp4');
    expect([error.code, error.message]).toEqual(['refused', 'This address redirects too many times.']);
  });

  it.each(['hang', 'stall'] as const)('stops immediately when aborted (%s)', async (fault) => {
    site.failAlways(fault);
    const abort = new AbortController();
    const fetched = fetchFile('/film.mp4', { signal: abort.signal, idleMs: 10_000 });
    await expect.poll(() => site.requests.length).toBe(1);
    const stopped = once(abort.signal, 'abort');
    abort.abort(new Error('cancelled by the test'));
    await stopped;
    await expect(fetched).rejects.toThrow('cancelled by the test');
    expect(site.requests).toHaveLength(1);
  });
});
