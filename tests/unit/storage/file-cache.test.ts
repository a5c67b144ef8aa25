import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openFileCache } from '#core/storage/cache/file-cache.ts';

const root = await mkdtemp(join(tmpdir(), 'cutroom-cache-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const KILOBYTE = 1000;
let folderCount = 0;

/** Opens a cache in a folder of its own, or in one that another process of the machine uses too. */
async function open({ dir = join(root, `cache-${folderCount++}`), maxBytes = 10 * KILOBYTE } = {}) {
  const cache = await openFileCache({ dir, maxBytes });
  onTestFinished(() => cache.close());
  const fetched: string[] = [];
  const get = (key: string, bytes = KILOBYTE) =>
    cache.open(key, async (to) => {
      fetched.push(key);
      await writeFile(to, key.padEnd(bytes));
    });
  const cached = async () => (await readdir(join(dir, 'files'))).filter((name) => !name.includes('~'));
  /** Gives a cached file the time of a use some minutes ago. */
  const age = async (key: string, minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000);
    await utimes(join(dir, 'files', key), at, at);
  };
  return { cache, dir, get, fetched, cached, age };
}

const text = async (path: string) => (await readFile(path, 'utf8')).trim();

describe('file cache', () => {
  it('fetches a file once, and finds it afterwards', async () => {
    const { get, fetched } = await open();
    const paths = await Promise.all([get('a/film.mp4'), get('a/film.mp4')]);
    expect(await Promise.all([...paths, await get('a/film.mp4')].map(text))).toEqual(
      Array.from({ length: 3 }, () => 'a/film.mp4'),
    );
    expect(fetched).toEqual(['a/film.mp4']);
  });

  it("keeps the file's name, from which programs detect its format", async () => {
    const { get } = await open();
    expect(await get('a/film.mp4')).toMatch(/\/film\.mp4$/);
  });

  it('fetches a file once for two processes of the machine', async () => {
    const first = await open();
    const second = await open({ dir: first.dir });
    const paths = await Promise.all([first.get('film'), second.get('film')]);
    expect(await Promise.all(paths.map(text))).toEqual(['film', 'film']);
    expect([...first.fetched, ...second.fetched]).toEqual(['film']);
  });

  it('continues for a process that died while it fetched a file', async () => {
    const { get, dir } = await open();
    const lock = join(dir, 'files', 'film~lock');
    await writeFile(lock, '');
    const long = new Date(Date.now() - 60_000);
    await utimes(lock, long, long);
    expect(await text(await get('film'))).toBe('film');
    expect(await readdir(join(dir, 'files'))).toEqual(['film']);
  });

  it('stores nothing of a fetch that fails, and fetches again', async () => {
    const { cache, dir, get } = await open();
    const fails = cache.open('film', async (to) => {
      await writeFile(to, 'half');
      throw new Error('The connection broke.');
    });
    await expect(fails).rejects.toThrow('The connection broke.');
    expect(await readdir(join(dir, 'files'))).toEqual([]);
    expect(await text(await get('film'))).toBe('film');
  });

  it('removes the least recently used files above its limit', async () => {
    const { cache, get, cached, age } = await open({ maxBytes: 3 * KILOBYTE });
    for (const [index, key] of ['one', 'two', 'three'].entries()) {
      await cache.hold(() => get(key));
      await age(key, 10 - index);
    }
    await cache.hold(() => get('one'));
    await cache.hold(() => get('four'));
    await expect.poll(cached).toEqual(['four', 'one', 'three']);
  });

  it('never removes what a step holds, and removes it afterwards', async () => {
    const { cache, get, cached, age } = await open({ maxBytes: 2 * KILOBYTE });
    await cache.hold(async () => {
      const path = await get('held');
      await age('held', 60);
      for (const key of ['b', 'c', 'd']) await cache.hold(() => get(key));
      expect(await text(path)).toBe('held');
      expect(await cached()).toContain('held');
      await age('held', 60);
    });
    await cache.hold(() => get('e'));
    await expect.poll(cached).not.toContain('held');
  });

  it('never removes what another process holds', async () => {
    const first = await open({ maxBytes: 2 * KILOBYTE });
    const second = await open({ dir: first.dir, maxBytes: 2 * KILOBYTE });
    await first.cache.hold(async () => {
      const path = await first.get('held');
      await first.age('held', 60);
      for (const key of ['b', 'c', 'd', 'e']) await second.cache.hold(() => second.get(key));
      expect(await text(path)).toBe('held');
      expect(await first.cached()).toContain('held');
    });
  });

  it('holds what inner work opens until the outer work ends', async () => {
    const { cache, get } = await open();
    await cache.hold(async () => {
      const path = await cache.hold(() => get('film'));
      await cache.remove('film');
      expect(await text(path)).toBe('film');
    });
  });

  it('closes a file when the work that holds it fails', async () => {
    const { cache, get } = await open();
    let path = '';
    const fails = cache.hold(async () => {
      path = await get('film');
      throw new Error('The step failed.');
    });
    await expect(fails).rejects.toThrow('The step failed.');
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes files that no process used for a day', async () => {
    const { cache, dir, get, age } = await open();
    await cache.hold(() => get('old'));
    await cache.hold(() => get('new'));
    await age('old', 25 * 60);
    await cache.close();
    const reopened = await open({ dir });
    expect(await reopened.cached()).toEqual(['new']);
  });

  it('moves a finished file in, and forgets a removed one', async () => {
    const { cache, get, fetched } = await open();
    const path = join(root, `made-${folderCount++}`);
    await writeFile(path, 'made');
    await cache.add('film', path);
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await text(await get('film'))).toBe('made');
    await cache.remove('film');
    expect(await text(await get('film'))).toBe('film');
    expect(fetched).toEqual(['film']);
  });

  it('removes the open files of a process that died', async () => {
    const { cache, dir } = await open();
    await cache.close();
    const leftover = join(dir, 'open', `${hostname()}-4194305`, 'x', 'film.mp4');
    await mkdir(dirname(leftover), { recursive: true });
    await writeFile(leftover, 'left');
    await open({ dir });
    await expect(readFile(leftover)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
