import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocalStorage, type Storage } from '#node/storage/storage.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-storage-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Every backend. */
const BACKENDS: [name: string, open: () => Storage][] = [
  ['local', () => openLocalStorage(join(dir, 'objects'))],
];

let made = 0;
async function file(text: string): Promise<string> {
  const path = join(dir, `made-${made++}.txt`);
  await writeFile(path, text);
  return path;
}

describe.each(BACKENDS)('storage %s', (_, open) => {
  const storage = open();
  const read = async (key: string) => readFile(await storage.localPath(key), 'utf8');

  it('moves a file under its key', async () => {
    const path = await file('film');
    expect(await storage.putFile('artifacts/ab/film.mp4', path)).toBe(4);
    expect(await read('artifacts/ab/film.mp4')).toBe('film');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('keeps the last file of a key, as a whole', async () => {
    await Promise.all(['one', 'other'].map(async (text) => storage.putFile('twice.txt', await file(text))));
    expect(['one', 'other']).toContain(await read('twice.txt'));
  });

  it('removes a file, twice without harm', async () => {
    await storage.putFile('gone.txt', await file('x'));
    await storage.remove('gone.txt');
    await storage.remove('gone.txt');
    await expect(read('gone.txt')).rejects.toThrow(/./);
  });

  it('says when there is no file to put', async () => {
    await expect(storage.putFile('none.txt', join(dir, 'no-such-file'))).rejects.toThrow(/./);
    await expect(read('none.txt')).rejects.toThrow(/./);
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', '', 'a//b', 'A', 'a\0b', './a', 'a/..'])(
    'refuses %j as a key',
    async (key) => {
      await expect(storage.localPath(key)).rejects.toThrow('Not an object key');
      await expect(storage.putFile(key, await file('x'))).rejects.toThrow('Not an object key');
      await expect((async () => storage.remove(key))()).rejects.toThrow('Not an object key');
    },
  );
});
