import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getModels, type GetOptions, type GetProgress } from '#core/models/get-models.ts';
import { installedModel } from '#core/models/installed.ts';
import { addressOfNothing } from '../../helpers/outside/fake-server.ts';
import { type MadeFile, type ModelSite, sha256Of, startModelSite } from '../../helpers/models/model-site.ts';

const ID = 'parakeet-en';
const WEIGHTS = randomBytes(200_000);
const OTHER = randomBytes(200_000);
const weights = (more: Partial<MadeFile> = {}): MadeFile => ({
  path: 'model.int8.onnx',
  content: WEIGHTS,
  ...more,
});
const PATH = `/${ID}/model.int8.onnx`;

/** Downloads the model. Returns the reported progress and the lengths of the pauses between attempts. */
async function get(site: ModelSite, more: Partial<GetOptions> = {}) {
  const reported: GetProgress[] = [];
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  await getModels([ID], {
    modelsDir: site.modelsDir,
    minFreeBytes: 0,
    signal: AbortSignal.timeout(50_000),
    onProgress: (progress) => reported.push(progress),
    ...more,
    tuning: { pause, ...more.tuning },
  });
  return { reported, pauses };
}

async function failure(site: ModelSite, more: Partial<GetOptions> = {}): Promise<string> {
  const error = await get(site, more).then(
    () => null,
    (error: unknown) => error as Error,
  );
  expect(error?.name).toBe('ModelError');
  expect(error?.message).toMatch(/^[^\n]+\.$/);
  expect(await installedModel(site.modelsDir, ID)).toBeNull();
  return error!.message;
}

/** Makes the next connections break off after a kilobyte has arrived. */
function breaking(site: ModelSite, times: number): Pick<GetOptions, 'onProgress'> {
  site.failNext(...Array.from({ length: times }, () => 'stall' as const));
  let remaining = times;
  return {
    onProgress() {
      remaining -= 1;
      if (remaining >= 0) site.drop();
    },
  };
}

const ranges = (site: ModelSite) => site.requests.map(({ headers }) => headers.range ?? 'all');
const bytesOf = ({ modelsDir }: ModelSite) => readFile(join(modelsDir, ID, 'model.int8.onnx'));
const filesOf = async ({ modelsDir }: ModelSite) => (await readdir(join(modelsDir, ID))).toSorted();

describe('a model', () => {
  test('is downloaded and verified, reports its progress, and is not requested again', async () => {
    const tokens = Buffer.from('a\nb\n');
    const site = await startModelSite({ [ID]: [weights(), { path: 'tokens.txt', content: tokens }] });
    const { reported } = await get(site);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
    expect(reported.at(-1)).toEqual({ id: ID, receivedBytes: 200_004, totalBytes: 200_004 });
    expect(reported.map(({ receivedBytes }) => receivedBytes)).toEqual(
      reported.map(({ receivedBytes }) => receivedBytes).toSorted((a, b) => a - b),
    );
    expect(await filesOf(site)).toEqual(['installed.json', 'model.int8.onnx', 'tokens.txt']);
    expect(await installedModel(site.modelsDir, ID)).toMatchObject({ dir: join(site.modelsDir, ID) });
    site.reset();
    await get(site);
    expect(site.requests).toEqual([]);
  });

  test('of an unpinned size counts once the size is known', async () => {
    const site = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const { reported } = await get(site);
    expect(reported[0]).toMatchObject({ totalBytes: 200_000 });
    expect(reported.at(-1)).toMatchObject({ receivedBytes: 200_000, totalBytes: 200_000 });
    const record = JSON.parse(await readFile(join(site.modelsDir, ID, 'installed.json'), 'utf8'));
    expect(record.files['model.int8.onnx']).toMatchObject({ bytes: 200_000, sha256: sha256Of(WEIGHTS) });
  });

  test('is downloaded from the mirror first, and from its own source if the mirror lacks it', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const mirror = `${site.url}/mirror`;
    site.files[`/mirror${PATH}`] = { content: WEIGHTS, type: 'application/octet-stream' };
    await get(site, { mirror });
    expect(site.requests.map(({ path }) => path)).toEqual([`/mirror${PATH}`]);

    const other = await startModelSite({ [ID]: [weights()] });
    await get(other, { mirror });
    expect(other.requests).toEqual([]);
    const third = await startModelSite({ [ID]: [weights()] });
    await get(third, { mirror: `${third.url}/nothing` });
    expect(third.requests.map(({ path }) => path)).toEqual([`/nothing${PATH}`, PATH]);
  });
});

describe('after a broken connection', () => {
  test('only the rest is requested', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const { pauses } = await get(site, breaking(site, 2));
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
    expect(ranges(site)).toEqual(['all', 'bytes=1000-', 'bytes=2000-']);
    expect(site.requests[1]!.headers['if-range']).toBe('"one"');
    expect(pauses.every((ms) => ms > 0)).toBe(true);
  });

  test('a later process also resumes the download', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const stop = new AbortController();
    site.failNext('stall');
    const first = get(site, {
      signal: stop.signal,
      onProgress: ({ receivedBytes }) => receivedBytes === 1000 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    expect(await filesOf(site)).toEqual(['model.int8.onnx.part', 'model.int8.onnx.part.json']);
    site.reset();
    await get(site);
    expect(ranges(site)).toEqual(['bytes=1000-']);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
  });

  test('the download restarts if the source ignores the range', async () => {
    const site = await startModelSite({ [ID]: [weights({ site: { ranges: false } })] });
    await get(site, breaking(site, 1));
    expect(ranges(site)).toEqual(['all', 'bytes=1000-']);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
  });

  test('the download restarts if the file has changed, whether or not the source reports the change', async () => {
    const site = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const broken = breaking(site, 1);
    site.failNext('stall', {
      status: 206,
      headers: {
        etag: '"two"',
        'content-type': 'application/octet-stream',
        'content-range': 'bytes 1000-199999/200000',
      },
      body: OTHER.subarray(1000),
    });
    await get(site, broken);
    expect(ranges(site)).toEqual(['all', 'bytes=1000-', 'all']);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);

    const changed = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const { onProgress } = breaking(changed, 1);
    await get(changed, {
      onProgress(progress) {
        Object.assign(changed.files[PATH]!, { content: OTHER, etag: '"two"' });
        onProgress(progress);
      },
    });
    expect((await bytesOf(changed)).equals(OTHER)).toBe(true);
  });

  test('the download is given up after five attempts without progress, and the received part stays', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    expect(await failure(site, breaking(site, 5))).toMatch(/^127\S+ closed the connection\.$/);
    expect(site.requests).toHaveLength(5);
    expect((await stat(join(site.modelsDir, ID, 'model.int8.onnx.part'))).size).toBe(5000);
  });
});

describe('a source', () => {
  // product 10.5
  test.each([
    ['403', { status: 403 }, /^127\S+ refused model\.int8\.onnx \(403\)\.$/],
    ['404', { status: 404 }, /\(404\)\.$/],
    [
      'a page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in' },
      /sent a page instead/,
    ],
    [
      'a page that is called a file',
      {
        status: 200,
        headers: { 'content-type': 'application/octet-stream', 'content-length': '200000' },
        body: Buffer.concat([Buffer.from('\n<!DOCTYPE html>'), WEIGHTS]).subarray(0, 200_000),
      },
      /is a page instead/,
    ],
    [
      'another size',
      { status: 200, headers: { 'content-length': '10' }, body: 'ten bytes.' },
      /has 10 bytes instead of the expected 200000/,
    ],
    [
      'other contents',
      { status: 200, headers: { 'content-length': '200000' }, body: OTHER },
      /is not the expected file: its SHA-256 is [\da-f]{64}\.$/,
    ],
    ['more than is expected', 'endless' as const, /is larger than the expected 200000 bytes/],
  ])(
    'that answers with %s is refused immediately, and another one is requested',
    async (_what, answer, why) => {
      const site = await startModelSite({ [ID]: [weights()] });
      site.failNext(answer);
      expect(await failure(site)).toMatch(why);
      expect(site.requests).toHaveLength(1);
      expect(await filesOf(site)).not.toContain('model.int8.onnx');

      const second = await startModelSite({ [ID]: [weights({ sources: [`${site.url}${PATH}`] })] });
      site.reset();
      site.failNext(answer);
      await get(second);
      expect((await bytesOf(second)).equals(WEIGHTS)).toBe(true);
    },
  );

  test('that sends a Git LFS pointer is refused, if nothing is pinned', async () => {
    const content = Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3\n');
    const site = await startModelSite({ [ID]: [weights({ content, pinned: false })] });
    expect(await failure(site)).toMatch(/is a pointer instead of the file\.$/);
  });

  test('that asks to wait is requested again after that time; after a long one, the next source is used', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    site.failNext({ status: 429, headers: { 'retry-after': '7' } }, { status: 503 });
    const { pauses } = await get(site);
    expect(pauses).toEqual([7000, expect.any(Number)]);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);

    const busy = await startModelSite({ [ID]: [weights()] });
    busy.failAlways({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await failure(busy)).toMatch(/is busy or failing \(429\)\.$/);
    expect(busy.requests).toHaveLength(1);
  });

  test('that sends too slowly is given up', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    site.failAlways('drip');
    const minRate = { bytesPerSecond: 1000, windowMs: 300 };
    expect(await failure(site, { tuning: { minRate } })).toMatch(/sends model\.int8\.onnx too slowly\.$/);
  });

  test('that does not respond is named in the message', async () => {
    const url = await addressOfNothing();
    const site = await startModelSite({ [ID]: [weights()] });
    delete site.files[PATH];
    expect(await failure(site, { mirror: url })).toBe(
      `${new URL(url).host} does not respond. ${site.host} refused model.int8.onnx (404).`,
    );
  });
});

describe('the disk', () => {
  test('is checked before anything is requested', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const freeBytes = async () => 3 * 2 ** 20;
    expect(await failure(site, { freeBytes, minFreeBytes: 3 * 2 ** 20 })).toBe(
      'The disk of the models has no room for these models: it needs 195.3 kB and must leave 3 MB free, but only 3 MB are free.',
    );
    expect(site.requests).toEqual([]);
  });

  test('is checked once the size is known, if it is not pinned', async () => {
    const site = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const freeBytes = async () => 100_000;
    expect(await failure(site, { freeBytes })).toMatch(/^The disk of the models has no room for model/);
    expect(site.requests).toHaveLength(1);
    await get(site);
  });
});
