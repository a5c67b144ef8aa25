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

/** Downloads it; tells what was waited for between the tries. */
async function get(site: ModelSite, more: Partial<GetOptions> = {}) {
  const told: GetProgress[] = [];
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  await getModels([ID], {
    modelsDir: site.modelsDir,
    minFreeBytes: 0,
    signal: AbortSignal.timeout(50_000),
    onProgress: (progress) => told.push(progress),
    ...more,
    tuning: { pause, ...more.tuning },
  });
  return { told, pauses };
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

/** The next connections break off after a kilobyte has arrived here. */
function breaking(site: ModelSite, times: number): Pick<GetOptions, 'onProgress'> {
  site.failNext(...Array.from({ length: times }, () => 'stall' as const));
  let left = times;
  return {
    onProgress() {
      left -= 1;
      if (left >= 0) site.drop();
    },
  };
}

const ranges = (site: ModelSite) => site.requests.map(({ headers }) => headers.range ?? 'all');
const bytesOf = ({ modelsDir }: ModelSite) => readFile(join(modelsDir, ID, 'model.int8.onnx'));
const filesOf = async ({ modelsDir }: ModelSite) => (await readdir(join(modelsDir, ID))).toSorted();

describe('a model', () => {
  test('is downloaded and verified, tells how much is here, and is not asked for again', async () => {
    const tokens = Buffer.from('a\nb\n');
    const site = await startModelSite({ [ID]: [weights(), { path: 'tokens.txt', content: tokens }] });
    const { told } = await get(site);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
    expect(told.at(-1)).toEqual({ id: ID, receivedBytes: 200_004, totalBytes: 200_004 });
    expect(told.map(({ receivedBytes }) => receivedBytes)).toEqual(
      told.map(({ receivedBytes }) => receivedBytes).toSorted((a, b) => a - b),
    );
    expect(await filesOf(site)).toEqual(['installed.json', 'model.int8.onnx', 'tokens.txt']);
    expect(await installedModel(site.modelsDir, ID)).toMatchObject({ dir: join(site.modelsDir, ID) });
    site.reset();
    await get(site);
    expect(site.requests).toEqual([]);
  });

  test('of a size that is not pinned counts once the size is known', async () => {
    const site = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const { told } = await get(site);
    expect(told[0]).toMatchObject({ totalBytes: 200_000 });
    expect(told.at(-1)).toMatchObject({ receivedBytes: 200_000, totalBytes: 200_000 });
    const record = JSON.parse(await readFile(join(site.modelsDir, ID, 'installed.json'), 'utf8'));
    expect(record.files['model.int8.onnx']).toMatchObject({ bytes: 200_000, sha256: sha256Of(WEIGHTS) });
  });

  test('comes from the mirror before its own source, and from that when the mirror lacks it', async () => {
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

describe('after a connection that breaks', () => {
  test('only the rest is asked for', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const { pauses } = await get(site, breaking(site, 2));
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
    expect(ranges(site)).toEqual(['all', 'bytes=1000-', 'bytes=2000-']);
    expect(site.requests[1]!.headers['if-range']).toBe('"one"');
    expect(pauses.every((ms) => ms > 0)).toBe(true);
  });

  test('also by a later process, which continues what is there', async () => {
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

  test('it begins again when the source ignores the range', async () => {
    const site = await startModelSite({ [ID]: [weights({ site: { ranges: false } })] });
    await get(site, breaking(site, 1));
    expect(ranges(site)).toEqual(['all', 'bytes=1000-']);
    expect((await bytesOf(site)).equals(WEIGHTS)).toBe(true);
  });

  test('it begins again when the file has changed, whether the source says so or sends a part of it', async () => {
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

  test('it is given up after five tries that bring nothing, and what is there stays', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    expect(await failure(site, breaking(site, 5))).toMatch(/^127\S+ closed the connection\.$/);
    expect(site.requests).toHaveLength(5);
    expect((await stat(join(site.modelsDir, ID, 'model.int8.onnx.part'))).size).toBe(5000);
  });
});

describe('a source', () => {
  test.each([
    ['403', { status: 403 }, /^127\S+ does not give model\.int8\.onnx \(403\)\.$/],
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
  ])('that answers with %s is refused at once, and another one is asked', async (_what, answer, why) => {
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
  });

  test('that is a pointer of Git LFS is refused, where nothing is pinned', async () => {
    const content = Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3\n');
    const site = await startModelSite({ [ID]: [weights({ content, pinned: false })] });
    expect(await failure(site)).toMatch(/is a pointer instead of the file\.$/);
  });

  test('that asks to wait is asked again after that time; a long one leaves it to the next source', async () => {
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

  test('that drips is given up', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    site.failAlways('drip');
    const minRate = { bytesPerSecond: 1000, windowMs: 300 };
    expect(await failure(site, { tuning: { minRate } })).toMatch(/sends model\.int8\.onnx too slowly\.$/);
  });

  test('that does not answer is named in a sentence', async () => {
    const url = await addressOfNothing();
    const site = await startModelSite({ [ID]: [weights()] });
    delete site.files[PATH];
    expect(await failure(site, { mirror: url })).toBe(
      `${new URL(url).host} does not respond. ${site.host} does not give model.int8.onnx (404).`,
    );
  });
});

describe('the disk', () => {
  test('is looked at before anything is asked for', async () => {
    const site = await startModelSite({ [ID]: [weights()] });
    const freeBytes = async () => 3 * 2 ** 20;
    expect(await failure(site, { freeBytes, minFreeBytes: 3 * 2 ** 20 })).toBe(
      'The disk of the models has no room for these models: 195.3 kB beside the 3 MB that stay free; 3 MB are free.',
    );
    expect(site.requests).toEqual([]);
  });

  test('is looked at when the size is told, where it is not pinned', async () => {
    const site = await startModelSite({ [ID]: [weights({ pinned: false })] });
    const freeBytes = async () => 100_000;
    expect(await failure(site, { freeBytes })).toMatch(/^The disk of the models has no room for model/);
    expect(site.requests).toHaveLength(1);
    await get(site);
  });
});
