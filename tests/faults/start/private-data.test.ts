import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startInNewFolders } from '../../helpers/processes/cutroom-process.ts';
import { PATIENT } from '../../helpers/patient.ts';

const { start, dataDir, statusOf } = startInNewFolders();

const others = (path: string) => lstatSync(path).mode & 0o077;

/** Returns the paths of the data folder that other users may read, write or enter. */
function openToOthers(): string[] {
  const names = readdirSync(dataDir(), { recursive: true, encoding: 'utf8' });
  const open = (name: string) =>
    // Files may be removed in the meantime, and a link has no permissions of its own.
    lstatSync(join(dataDir(), name), { throwIfNoEntry: false })?.isSymbolicLink() === false &&
    others(join(dataDir(), name)) !== 0;
  return names.filter(open);
}

test('npm start closes a data folder of an earlier version, and all of its files, to other users', async () => {
  const film = join(dataDir(), 'objects', 'artifacts', 'ab', 'film.mp4');
  const log = join(dataDir(), 'logs', 'api.log.2');
  chmodSync(dataDir(), 0o755);
  for (const folder of ['objects/artifacts/ab', 'logs', 'library', 'tmp']) {
    mkdirSync(join(dataDir(), folder), { recursive: true, mode: 0o755 });
  }
  for (const path of [film, log]) writeFileSync(path, 'private', { mode: 0o644 });
  for (const path of ['objects', 'objects/artifacts', 'objects/artifacts/ab', 'logs', 'library', 'tmp']) {
    chmodSync(join(dataDir(), path), 0o755);
  }
  for (const path of [film, log]) chmodSync(path, 0o644);
  const outside = join(dataDir(), '..', `${dataDir().split('/').at(-1)}-outside`);
  writeFileSync(outside, 'of another program');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(dataDir(), 'library', 'link.mp4'));

  const cutroom = start();
  await cutroom.printed('\nready\n');
  await vi.waitUntil(() => openToOthers().length === 0, PATIENT);
  expect(openToOthers()).toEqual([]);
  // As root, PostgreSQL runs as `nobody` and has its files in this folder.
  expect(lstatSync(dataDir()).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o710 : 0o700);
  expect(lstatSync(outside).mode & 0o777).toBe(0o644);
  expect(await statusOf('/readyz')).toBe(200);
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);

  // The files that PostgreSQL, Redis and the API left behind, and a second start with them.
  expect(openToOthers()).toEqual([]);
  const restarted = start();
  await restarted.printed('\nready\n');
  expect(await statusOf('/readyz')).toBe(200);
  expect(openToOthers()).toEqual([]);
});
