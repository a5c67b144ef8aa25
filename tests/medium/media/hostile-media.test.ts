import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MediaError } from '#core/ffmpeg/errors.ts';
import { createLibrarySource } from '#core/media-sources/library.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { readCarriedSubtitles } from '../../../worker/transcribers/carried-subtitles.ts';
import { monsters, oddities, scripts } from '../../helpers/media/hostile-media.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { processesNaming } from '../../helpers/processes/processes.ts';
import { createProject } from '../../helpers/data/project.ts';
import { upload } from '../../helpers/data/upload.ts';

/**
 * The CPU time that each inspection of a file may take, in ms. Time spent waiting for a processor does not
 * count.
 */
const LOOK_CPU_MS = 5_000;
/** The limit for an inspection that hangs, in ms. */
const HANGS_MS = 120_000;
/** See proc(5); the same on every Linux on which Node runs. */
const TICKS_PER_SECOND = 100;
const SENTENCE = /^[A-Z][^\n<>{}/\\]+\.$/;

const backend = await openTestBackend();
const app = await openTestApp(backend);
const file = tempFolder();
const { ffmpeg: guarded } = backend;

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let canaries: { film: string; url: string };
let user: Awaited<ReturnType<typeof createUser>>;
let projectId: string;

beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A film that contains a script: only the guards refuse it.
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=10:d=6', '-pix_fmt', 'yuv420p', file('canary.mp4'));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  canaries = { film: file('canary.mp4'), url };
  user = await createUser(backend);
  ({ projectId } = await createProject(backend, user.id));
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => listener.close());

/** Returns the CPU time that this process and its ended children have used, in ms. */
async function cpuMs(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]!.split(' ').map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

/** Measures the cost of some work, and returns its result or error. */
async function costOf<T>(work: () => Promise<T>): Promise<{ ms: number; error?: Error; value?: T }> {
  const from = await cpuMs();
  const end = await work().then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );
  return { ms: (await cpuMs()) - from, ...end };
}

let scans = 0;
async function scan(source: string) {
  const outDir = file(`scan-${scans++}`);
  await mkdir(outDir);
  try {
    return await scanMedia({ ffmpeg: guarded, source, outDir, signal: AbortSignal.timeout(HANGS_MS) });
  } finally {
    await rm(outDir, { recursive: true });
  }
}

const add = (videoURL: string) =>
  app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/sections`,
    headers: { cookie: user.cookie },
    payload: { title: 'Own', videoURL },
  });

const leftIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort();

/**
 * Checks that a file is refused both ways: in time, with a message for its creator, and without leftovers.
 */
async function expectRefused(name: string, bytes: Buffer): Promise<void> {
  const path = file(name);
  await writeFile(path, bytes);
  const scanned = await costOf(() => scan(path));
  expect([name, scanned.error?.name, scanned.value]).toEqual([name, 'MediaError', undefined]);
  const { code, message } = scanned.error as MediaError;
  expect([name, code]).toEqual([
    name,
    expect.stringMatching(/^(not_media|unsupported|too_large|truncated|failed)$/),
  ]);
  expect(message).toMatch(SENTENCE);
  expect(scanned.ms).toBeLessThan(LOOK_CPU_MS);
  const objectPath = await upload(app, { cookie: user.cookie, projectId, fileName: name }, bytes);
  const answered = await costOf(async () => add(objectPath));
  expect([name, answered.value!.statusCode]).toEqual([name, 422]);
  expect(answered.value!.json().message).toMatch(
    /^This file is not a usable video or image\.( [A-Z][\w ,:]+\.){1,2}$/,
  );
  expect(answered.ms).toBeLessThan(LOOK_CPU_MS);
  const stored = join(backend.config.objectsDir, 'uploads', objectPath.slice('/objects/'.length));
  expect(await readdir(stored, { recursive: true }).catch(() => [])).toEqual([]);
  await rm(path);
}

async function expectUntouched(): Promise<void> {
  expect(connections).toBe(0);
  expect(processesNaming(file(''))).toEqual([]);
  expect(await leftIn(backend.tempDir)).toEqual([]);
}

describe('hostile media', () => {
  it('that name other files or servers are refused in both entrances, and reach nothing', async () => {
    for (const [name, text] of Object.entries(scripts(canaries))) {
      await expectRefused(name, Buffer.from(text));
    }
    await expectUntouched();
    expect((await scan(canaries.film)).durationMs).toBe(6000);
  });

  it('that are too large, too long, too many, packed, cut or broken are refused by both entrances in time', async () => {
    for (const [name, bytes] of Object.entries(await monsters(file, canaries)))
      await expectRefused(name, bytes);
    await expectUntouched();
    expect((await scan(canaries.film)).durationMs).toBe(6000);
  });

  it('that only claim extreme properties cost no more than their real size', async () => {
    for (const [name, bytes] of Object.entries(await oddities(file))) {
      const path = file(name);
      await writeFile(path, bytes);
      const scanned = await costOf(() => scan(path));
      expect([name, scanned.error?.message]).toEqual([name, undefined]);
      expect(scanned.ms).toBeLessThan(LOOK_CPU_MS);
      const { durationMs } = scanned.value!;
      expect(durationMs).toBeLessThan(7000);
      const signal = AbortSignal.timeout(HANGS_MS);
      const carried = await costOf(async () =>
        readCarriedSubtitles({ ffmpeg: guarded, path, files: [], durationMs, signal }),
      );
      expect([name, carried.error?.message]).toEqual([name, undefined]);
      const objectPath = await upload(app, { cookie: user.cookie, projectId, fileName: name }, bytes);
      const answered = await costOf(async () => add(objectPath));
      expect([name, answered.value!.statusCode]).toEqual([name, expect.toBeOneOf([201, 422])]);
      expect(answered.ms).toBeLessThan(LOOK_CPU_MS);
      await rm(path);
    }
    await expectUntouched();
  });
});

describe('the library', () => {
  it('lists no scripts, links or folders, and accepts the strangest file name', async () => {
    const folder = file('library');
    await mkdir(join(folder, 'folder.mp4'), { recursive: true });
    await symlink(canaries.film, join(folder, 'link.mp4'));
    await symlink(file(''), join(folder, 'linked'));
    for (const [name, text] of Object.entries(scripts(canaries))) await writeFile(join(folder, name), text);
    const names = [
      '-i.mp4',
      'concat:canary.mp4',
      'subfile,,start,0,end,0,,:a.mp4',
      '%03d.mp4',
      'data:,a.mp4',
      '\n.mp4',
    ];
    for (const name of names) {
      await copyFile(canaries.film, join(folder, name));
      await symlink('nowhere', join(folder, `${name}.link.mp4`));
    }
    const library = createLibrarySource([folder], guarded, backend.log);
    const query = { query: 'mp4', duration: undefined, cursor: null };
    const { videos } = await library.search(query, AbortSignal.timeout(60_000));
    expect(videos).toHaveLength(names.length);
    for (const { durationMs } of videos) expect(durationMs).toBe(6000);
    await expectUntouched();
  });
});
