import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import {
  closeDataFiles,
  closeDataFolder,
  copyPrivately,
  createPrivately,
} from '#core/files/private-files.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-storage-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

let fileCount = 0;
async function file(text: string): Promise<string> {
  const path = join(dir, `made-${fileCount++}.txt`);
  await writeFile(path, text);
  return path;
}

describe('local storage', () => {
  const storage = openLocalStorage(join(dir, 'objects'));

  it("makes a stored file and its folders inaccessible to other users, whatever the file's mode was", async () => {
    createPrivately();
    const path = await file('film');
    await chmod(path, 0o644);
    await storage.putFile('artifacts/cd/film.mp4', path);
    const stored = await storage.localPath('artifacts/cd/film.mp4');
    expect([await modeOf(stored), await modeOf(join(stored, '..'))]).toEqual([0o600, 0o700]);
  });

  it('opens a file where it is stored, inside its root', async () => {
    await storage.putFile('artifacts/ef/film.mp4', await file('film'));
    const path = join(dir, 'objects', 'artifacts', 'ef', 'film.mp4');
    expect(await storage.localPath('artifacts/ef/film.mp4')).toBe(path);
  });

  it('never writes or removes through a link inside its root', async () => {
    const outside = await mkdtemp(join(dir, 'outside-'));
    await writeFile(join(outside, 'film.mp4'), 'theirs');
    await storage.putFile('links/first.txt', await file('ours'));
    await symlink(outside, join(dir, 'objects', 'links', 'away'));
    await expect(storage.putFile('links/away/new.txt', await file('x'))).rejects.toThrow(/link/);
    await expect((async () => storage.remove('links/away/film.mp4'))()).rejects.toThrow(/link/);
    await expect(storage.localPath('links/away/film.mp4')).rejects.toThrow(/link/);
    expect(await readdir(outside)).toEqual(['film.mp4']);
    expect(await readFile(join(outside, 'film.mp4'), 'utf8')).toBe('theirs');
  });
});

describe('data folder', () => {
  /** Makes a data folder with the permissions that earlier versions gave it. */
  async function makeOpenFolder(): Promise<(name: string) => string> {
    const root = await mkdtemp(join(dir, 'data-'));
    const at = (name: string) => join(root, name);
    await mkdir(at('objects/uploads'), { recursive: true });
    await mkdir(at('theirs'));
    for (const name of ['objects/uploads/film.mp4', 'run.json', 'theirs/file'])
      await writeFile(at(name), 'x');
    for (const name of ['.', 'objects', 'objects/uploads', 'theirs']) await chmod(at(name), 0o755);
    for (const name of ['objects/uploads/film.mp4', 'run.json', 'theirs/file']) await chmod(at(name), 0o664);
    return at;
  }

  it('is closed to other users, including the first level of what the product stores in it', async () => {
    const at = await makeOpenFolder();
    await closeDataFolder(at('.'));
    const modes = await Promise.all(['.', 'objects', 'run.json', 'theirs'].map((name) => modeOf(at(name))));
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o755]);
  });

  it('is closed to other users down to its last file, except for files that the product did not store', async () => {
    const at = await makeOpenFolder();
    await symlink(at('theirs/file'), at('objects/link'));
    await closeDataFiles(at('.'));
    const names = ['objects/uploads', 'objects/uploads/film.mp4', 'theirs/file'];
    expect(await Promise.all(names.map((name) => modeOf(at(name))))).toEqual([0o700, 0o600, 0o664]);
  });

  it.runIf(process.getuid?.() === 0)(
    'may still be entered if it contains a folder of another user',
    async () => {
      const at = await makeOpenFolder();
      await chown(at('theirs'), 65_534, 65_534);
      await closeDataFolder(at('.'));
      expect([await modeOf(at('.')), await modeOf(at('objects'))]).toEqual([0o711, 0o700]);
    },
  );

  it('does not change a folder that all users of the machine share', async () => {
    const at = await makeOpenFolder();
    await chmod(at('.'), 0o1777);
    await closeDataFolder(at('.'));
    expect(await modeOf(at('.'))).toBe(0o777);
  });

  it('makes a copy of a readable file inaccessible to other users', async () => {
    const at = await makeOpenFolder();
    await copyPrivately(at('theirs/file'), at('objects/copy'));
    expect(await modeOf(at('objects/copy'))).toBe(0o600);
  });
});
