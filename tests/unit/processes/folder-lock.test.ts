import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { findHolder, lockFolder, processStamp } from '#core/files/folder-lock.mjs';
import { tempFolder } from '../../helpers/media/lavfi.ts';

const folder = tempFolder();
let locks = 0;
const newFile = () => folder(`${(locks += 1)}.lock`);
const take = (file: string, isShared = false) =>
  lockFolder<{ url?: string }>(file, { details: {}, isShared });
async function took(file: string, isShared = false) {
  const result = await take(file, isShared);
  if ('heldBy' in result) throw new Error(`${file} is held by ${result.heldBy.pid}.`);
  return result.lock;
}
/** Returns the ID of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid!;
}

describe('a folder lock', () => {
  it('has one holder, whose details others read, until it is released', async () => {
    const file = newFile();
    const results = await Promise.all(Array.from({ length: 20 }, () => take(file)));
    const [lock, ...more] = results.flatMap((result) => ('lock' in result ? [result.lock] : []));
    expect(more).toEqual([]);
    lock!.update({ url: 'http://localhost:1' });
    expect(await take(file)).toMatchObject({ heldBy: { pid: process.pid, url: 'http://localhost:1' } });
    expect(findHolder(file)).toMatchObject({ pid: process.pid });
    lock!.release();
    expect(findHolder(file)).toBeUndefined();
    (await took(file)).release();
    expect((await readdir(folder('.'))).filter((name) => name.startsWith(`${locks}.`))).toEqual([]);
  });

  it('ends with its process, even if another process has its ID, and passes on its details', async () => {
    const file = newFile();
    for (const dead of [
      { pid: await endedPid(), stamp: 'a:1' },
      { pid: process.pid, stamp: 'another:1' },
    ]) {
      await writeFile(file, JSON.stringify({ ...dead, url: 'http://localhost:1' }));
      const takeOver = vi.fn(async () => {});
      const result = await lockFolder<{ url?: string }>(file, { details: {}, takeOver });
      expect(takeOver).toHaveBeenCalledWith(expect.objectContaining({ url: 'http://localhost:1' }));
      if ('lock' in result) result.lock.release();
      expect(result).toHaveProperty('lock');
    }
  });

  it('of another host ends a minute after its last touch', async () => {
    const file = newFile();
    await writeFile(file, JSON.stringify({ pid: 1, stamp: 'a:1', token: 'theirs', host: 'elsewhere' }));
    expect(await take(file, true)).toMatchObject({ heldBy: { host: 'elsewhere' } });
    await utimes(file, new Date(), new Date(Date.now() - 61_000));
    const lock = await took(file, true);
    expect(lock.isHeld()).toBe(true);
    await writeFile(file, JSON.stringify({ pid: 1, token: 'theirs', host: 'elsewhere' }));
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(await readFile(file, 'utf8')).toContain('theirs');
  });

  it('is compatible with the previous version in both directions', async () => {
    const file = newFile();
    const started = processStamp(process.pid)!.split(':').at(-1);
    await writeFile(file, JSON.stringify({ token: 'x', host: hostname(), pid: process.pid, started }));
    expect(await take(file, true)).toHaveProperty('heldBy');
    await writeFile(file, JSON.stringify({ token: 'x', host: hostname(), pid: process.pid, started: '1' }));
    const lock = await took(file, true);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      host: hostname(),
      pid: process.pid,
      started,
    });
    lock.release();
  });
});
