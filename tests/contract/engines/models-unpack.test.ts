import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getModels } from '#core/models/get-models.ts';
import { installedModel } from '#core/models/installed.ts';
import { gunzipFile } from '#core/models/unpack.ts';
import { tempFolder } from '../../helpers/media/lavfi.ts';
import { bzip2, makeTar, type TarEntry } from '../../helpers/models/made-tar.ts';
import { type MadeFile, type ModelSite, startModelSite } from '../../helpers/models/model-site.ts';

const ID = 'piper-bn';
const LONG = `espeak-ng-data/${'long/'.repeat(30)}file`;

const archive = (entries: TarEntry[], more: Partial<MadeFile> = {}): MadeFile => ({
  path: 'espeak-ng-data',
  content: bzip2(makeTar(entries)),
  unpack: 'tar.bz2',
  ...more,
});

const get = ({ modelsDir }: ModelSite) =>
  getModels([ID], {
    modelsDir,
    minFreeBytes: 0,
    signal: AbortSignal.timeout(50_000),
    onProgress: () => {},
  });

async function failure(file: MadeFile): Promise<string> {
  const site = await startModelSite({ [ID]: [file] });
  const error = await get(site).then(
    () => null,
    (error: unknown) => error as Error,
  );
  expect(error?.name).toBe('ModelError');
  expect(await installedModel(site.modelsDir, ID)).toBeNull();
  // The file exists neither beside the model's folder nor in it.
  expect(existsSync(join(site.modelsDir, 'outside'))).toBe(false);
  expect((await readdir(join(site.modelsDir, ID))).filter((name) => !name.includes('.part'))).toEqual([]);
  return error!.message;
}

describe('an archive', () => {
  test('is unpacked to its folder, including long names, and no longer counts once one of its files changed', async () => {
    const content = randomBytes(100_000);
    const site = await startModelSite({
      [ID]: [
        archive([
          { path: 'espeak-ng-data/', type: '5' },
          { path: 'espeak-ng-data/phontab', content },
          { path: '././@LongLink', type: 'L', content: `${LONG}\0` },
          { path: LONG.slice(0, 99), content: 'deep' },
          { path: './espeak-ng-data/lang/bn', content: '' },
        ]),
      ],
    });
    await get(site);
    const dir = join(site.modelsDir, ID);
    expect((await readFile(join(dir, 'espeak-ng-data', 'phontab'))).equals(content)).toBe(true);
    expect(await readFile(join(dir, LONG), 'utf8')).toBe('deep');
    expect(await readFile(join(dir, 'espeak-ng-data', 'lang', 'bn'), 'utf8')).toBe('');
    expect((await readdir(dir)).toSorted()).toEqual(['espeak-ng-data', 'installed.json']);
    expect(await installedModel(site.modelsDir, ID)).not.toBeNull();
    await writeFile(join(dir, LONG), 'other');
    expect(await installedModel(site.modelsDir, ID)).toBeNull();
  });

  test.each<[string, TarEntry]>([
    ['above it', { path: 'espeak-ng-data/../../outside', content: 'x' }],
    ['beside it', { path: 'outside', content: 'x' }],
    ['by an absolute path', { path: '/tmp/outside', content: 'x' }],
  ])('with a file %s is refused', async (_where, entry) => {
    expect(await failure(archive([{ path: 'espeak-ng-data/a', content: 'a' }, entry]))).toBe(
      'The archive of espeak-ng-data contains a file outside of it.',
    );
  });

  test('with a link is refused', async () => {
    const link = { path: 'espeak-ng-data/b', type: '2', link: '/etc/passwd' };
    expect(await failure(archive([link]))).toBe('An archive contains something other than files.');
  });

  test('that exceeds its limit is refused, however small its download is', async () => {
    const bomb = archive([{ path: 'espeak-ng-data/a', content: Buffer.alloc(3 * 2 ** 20) }], {
      most: 2 ** 20,
    });
    expect(bomb.content.length).toBeLessThan(1000);
    expect(await failure(bomb)).toBe('espeak-ng-data is too large after unpacking.');
  });

  test('with an endless name is refused', async () => {
    const name = { path: '././@LongLink', type: 'L', content: Buffer.alloc(12 * 2 ** 20, 'a') };
    expect(await failure(archive([name]))).toBe('The download of espeak-ng-data cannot be unpacked.');
  });

  test.each([
    ['is not an archive', randomBytes(5000)],
    [
      'ends too early',
      bzip2(makeTar([{ path: 'espeak-ng-data/a', content: randomBytes(2000) }]).subarray(0, 1500)),
    ],
    ['is empty', bzip2(makeTar([]))],
  ])('that %s is refused', async (_what, content) => {
    expect(await failure(archive([], { content }))).toMatch(/damaged|cannot be unpacked|too early/);
  });
});

describe('a file compressed by gzip', () => {
  const dir = tempFolder();
  const packed = (content: Buffer, more: Partial<MadeFile> = {}): MadeFile => ({
    path: 'vocab.spm',
    content,
    unpack: 'gz',
    ...more,
  });

  test('is unpacked', async () => {
    const site = await startModelSite({ [ID]: [packed(gzipSync('words'))] });
    await get(site);
    expect(await readFile(join(site.modelsDir, ID, 'vocab.spm'), 'utf8')).toBe('words');
    expect(site.requests[0]!.path).toBe('/piper-bn/vocab.spm.gz');
  });

  test('is refused if it is damaged, however long its draft takes to open', async () => {
    const from = dir('damaged.gz');
    await writeFile(from, randomBytes(100));
    // A pipe opens for the writer as soon as a process reads it.
    const draft = dir('vocab.spm.unpacking');
    await promisify(execFile)('mkfifo', [draft]);
    const signal = AbortSignal.timeout(50_000);
    const unpacked = gunzipFile({ from, dir: dir(''), path: 'vocab.spm', most: 1000, signal });
    unpacked.catch(() => {});
    for (let i = 0; i < 20; i += 1) {
      await expect(promisify(gunzip)(await readFile(from))).rejects.toThrow('incorrect header');
    }
    const reader = await open(draft, 'r');
    await expect(unpacked).rejects.toThrow('The download of vocab.spm cannot be unpacked.');
    await reader.close();
  });

  test('is refused if it is damaged or too large', async () => {
    expect(await failure(packed(randomBytes(100)))).toBe('The download of vocab.spm cannot be unpacked.');
    expect(await failure(packed(gzipSync(Buffer.alloc(2 ** 21))))).toBe(
      'vocab.spm is too large after unpacking.',
    );
  });
});
