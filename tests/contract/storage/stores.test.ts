import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import { openS3Storage } from '#core/storage/s3/s3-storage.ts';
import { checkKey, type Storage, type StoredFile } from '#core/storage/storage.ts';
import { startS3 } from '../../helpers/storage/s3-server.ts';
import { generatedInputs, itInFullTier } from '../../helpers/tier.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-stores-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const s3 = await startS3();
const cache = (name: string) => ({ dir: join(dir, name), maxBytes: 2 ** 30 });

/** Every backend. Each file of `openS3Storage` is in a bucket of its own prefix. */
const BACKENDS: [name: string, open: () => Promise<Storage>][] = [
  ['in a folder', async () => openLocalStorage(join(dir, 'objects'))],
  ['in a bucket', () => openS3Storage(s3.config({ prefix: '' }), cache('cache'))],
  ['in a bucket under a prefix', () => openS3Storage(s3.config({ prefix: 'our/films' }), cache('prefixed'))],
];

let fileCount = 0;
async function file(content: string | Buffer): Promise<string> {
  const path = join(dir, `made-${fileCount++}.txt`);
  await writeFile(path, content);
  return path;
}

describe.each(BACKENDS)('a store %s', async (_, open) => {
  const storage = await open();
  afterAll(() => storage.close());
  const read = async (key: string) => readFile(await storage.localPath(key), 'utf8');
  async function list(folder: string): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for await (const stored of storage.listFiles(folder)) files.push(stored);
    return files.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  it('moves a file under its key', async () => {
    const path = await file('film');
    expect(await storage.putFile('artifacts/ab/film.mp4', path)).toBe(4);
    expect(await read('artifacts/ab/film.mp4')).toBe('film');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  itInFullTier('stores a file of several parts', async () => {
    const content = Buffer.alloc(18 * 2 ** 20 + 1, 'cutroom');
    expect(await storage.putFile('artifacts/ab/large.bin', await file(content))).toBe(content.length);
    await storage.copyOut('artifacts/ab/large.bin', join(dir, `large-${fileCount++}.bin`));
    const copy = await readFile(join(dir, `large-${fileCount - 1}.bin`));
    expect(copy.equals(content)).toBe(true);
  });

  it('stores the last file written under a key, in full', async () => {
    await Promise.all(['one', 'other'].map(async (text) => storage.putFile('twice.txt', await file(text))));
    expect(['one', 'other']).toContain(await read('twice.txt'));
  });

  it('removes a file, and tolerates repetition', async () => {
    await storage.putFile('gone.txt', await file('x'));
    expect(await read('gone.txt')).toBe('x');
    await storage.remove('gone.txt');
    await storage.remove('gone.txt');
    await expect(read('gone.txt')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reports a missing file as ENOENT in each operation', async () => {
    const missing = { code: 'ENOENT' };
    await expect(storage.putFile('none.txt', join(dir, 'no-such-file'))).rejects.toMatchObject(missing);
    await expect(storage.localPath('none.txt')).rejects.toMatchObject(missing);
    await expect(storage.copyOut('none.txt', join(dir, 'none'))).rejects.toMatchObject(missing);
    await expect(storage.find('none.txt')).resolves.toBeUndefined();
    await expect(readFile(join(dir, 'none'))).rejects.toMatchObject(missing);
  });

  it('finds the size and the time of a file', async () => {
    const before = Date.now();
    await storage.putFile('found/a.txt', await file('four'));
    const stored = await storage.find('found/a.txt');
    expect(stored).toMatchObject({ key: 'found/a.txt', bytes: 4 });
    // S3 reports whole seconds.
    expect(stored!.cameAt).toBeGreaterThan(before - 2000);
  });

  it('lists names and files of a folder, and nothing of a missing one', async () => {
    for (const key of ['listed/b/2.txt', 'listed/a/1.txt', 'listed/a/b/3.txt', 'listed-not/4.txt'])
      await storage.putFile(key, await file(key));
    expect(await storage.listFolder('listed')).toEqual(['a', 'b']);
    expect(await storage.listFolder('listed/a')).toEqual(['1.txt', 'b']);
    expect(await storage.listFolder('')).toEqual(expect.arrayContaining(['listed', 'listed-not']));
    expect(await storage.listFolder('no-such-folder')).toEqual([]);
    const keys = (files: StoredFile[]) => files.map(({ key }) => key);
    expect(keys(await list('listed'))).toEqual(['listed/a/1.txt', 'listed/a/b/3.txt', 'listed/b/2.txt']);
    expect(keys(await list('listed/a/b'))).toEqual(['listed/a/b/3.txt']);
    expect(keys(await list(''))).toEqual(expect.arrayContaining(['listed-not/4.txt']));
    expect(await list('no-such-folder')).toEqual([]);
    expect((await list('listed/b'))[0]!.bytes).toBe(14);
  });

  it('copies a file out to a new path', async () => {
    await storage.putFile('copied/film.mp4', await file('film'));
    await mkdir(join(dir, `out-${fileCount}`));
    const to = join(dir, `out-${fileCount++}`, 'film.mp4');
    await storage.copyOut('copied/film.mp4', to);
    expect(await readFile(to, 'utf8')).toBe('film');
    expect(await read('copied/film.mp4')).toBe('film');
  });

  it('returns the result of the work during which files are held', async () => {
    await storage.putFile('held.txt', await file('held'));
    expect(await storage.hold(() => read('held.txt'))).toBe('held');
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', '', 'a//b', 'A', 'a\0b', './a', 'a/..'])(
    'refuses %j as a key',
    async (key) => {
      const path = await file('x');
      const refused = 'Not an object key';
      await expect(storage.localPath(key)).rejects.toThrow(refused);
      await expect(storage.putFile(key, path)).rejects.toThrow(refused);
      await expect(storage.copyOut(key, join(dir, 'refused'))).rejects.toThrow(refused);
      await expect((async () => storage.find(key))()).rejects.toThrow(refused);
      await expect((async () => storage.remove(key))()).rejects.toThrow(refused);
    },
  );
});

describe('a bucket with an address of its own for browsers', () => {
  it('signs links for that address alone, which nodes do not use', async () => {
    const front = await s3.openProxy();
    const config = s3.config({ publicEndpoint: front.url });
    const storage = await openS3Storage(config, cache('public'));
    const direct = storage.direct!;
    await storage.putFile('shown.txt', await file('film'));
    expect(direct.origin).toBe(front.url);
    const link = await direct.read('shown.txt', { seconds: 60 });
    expect(await (await fetch(link)).text()).toBe('film');
    expect((await fetch(link.replace(front.url, s3.url))).status).toBe(403);
    expect(front.requests.map(({ method }) => method)).toEqual(['GET']);
    await storage.close();
  });
});

describe('keys', () => {
  const isKey = (text: string) => {
    try {
      return checkKey(text) === text;
    } catch {
      return false;
    }
  };

  it('accepts only normal lower-case keys among generated ones', () => {
    const pieces =
      '.. . / // ../ /.. ~ %2e%2e %2f \0 \u2215 \uff0f \uff0e\uff0e e\u0301 \u00e9 artifacts AB ab a.b -rf .env';
    const piece = fc.oneof(
      fc.constantFrom(...pieces.split(' ')),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const key = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('/')),
    );
    const isSafe = (text: string) =>
      text.normalize('NFKC').toLowerCase() === text &&
      !text.includes('..') &&
      join('/root', text) === `/root/${text}`;
    const property = fc.property(key, (text) => !isKey(text) || isSafe(text));
    fc.assert(property, { numRuns: generatedInputs(10_000) });
    expect(fc.sample(key, 1000).some(isKey)).toBe(true);
  });
});
