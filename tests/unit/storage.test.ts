import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocalStorage } from '#node/storage/storage.ts';
import { contentDisposition } from '../../server/services/content-disposition.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-storage-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('local storage', () => {
  const storage = openLocalStorage(join(dir, 'objects'));

  it('moves a file under its key', async () => {
    const path = join(dir, 'made.txt');
    await writeFile(path, 'film');
    expect(await storage.putFile('artifacts/ab/film.mp4', path)).toBe(4);
    expect(await readFile(await storage.localPath('artifacts/ab/film.mp4'), 'utf8')).toBe('film');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it.each(['../x', '/etc/passwd', 'a/../../x', '', 'a//b', 'A', 'a\0b', './a', 'a/..'])(
    'refuses %j as a key',
    async (key) => {
      await expect(storage.localPath(key)).rejects.toThrow('Not an object key');
    },
  );
});

describe('contentDisposition', () => {
  it.each([
    'Ünï film.mp4',
    'a"b;c.mp4',
    'line\r\nSet-Cookie: x.mp4',
    '../../etc/passwd',
    'বাংলা.mp4',
    '🎬.mp4',
  ])('names %j without ending the header', (name) => {
    const header = contentDisposition(name);
    expect(header).toMatch(/^inline; filename="[ !#-~]*"; filename\*=UTF-8''[\w.!~%-]+$/);
  });

  it('keeps the true name in UTF-8', () => {
    const encoded = contentDisposition('বাংলা film.mp4').split("UTF-8''")[1]!;
    expect(decodeURIComponent(encoded)).toBe('বাংলা film.mp4');
  });
});
