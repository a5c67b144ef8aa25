import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Video } from '#contract/videos.ts';
import { createUser } from '../data/user.ts';
import { client } from './installation.ts';
import { openEvents, type Stack } from './stack.ts';

const run = promisify(execFile);
type Call = ReturnType<typeof client>;

/** A new file appears in the library after this long, in ms. */
const LISTED_MS = 30_000;

const CUES = `1
00:00:00,200 --> 00:00:01,800
The river begins as a small stream.

2
00:00:02,000 --> 00:00:03,800
Farmers wait for the warm days of summer.
`;

/**
 * Puts a video of 4 s with subtitles into a library folder. Each file differs, so that none of its artifacts
 * exist.
 * @param mark additional bytes, for a program that searches for them
 */
export async function addTinyVideo(folder: string, name: string, mark = ''): Promise<void> {
  const base = join(folder, '.base.mp4');
  if (!existsSync(base)) {
    const sources = ['testsrc2=s=320x180:r=25:d=4', 'sine=f=330:r=48000:d=4'];
    const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
    const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    // Several tests may find it missing at the same time.
    const making = join(folder, `.${randomUUID()}.mp4`);
    await run('ffmpeg', ['-v', 'error', ...inputs, ...encode, making]);
    await rename(making, base);
  }
  const text = Buffer.from(`${randomUUID()} ${mark}`);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + text.length);
  header.write('free', 4, 'latin1');
  await writeFile(join(folder, `${name}.srt`), CUES);
  await writeFile(join(folder, `${name}.mp4`), Buffer.concat([await readFile(base), header, text]));
}

/** Requests a project of the library's video of this name. */
export async function processVideo(
  call: Call,
  name: string,
  key?: string,
): Promise<{ projectId: string; runId: string }> {
  const search = async () =>
    (await call<Video[]>('GET', `/api/videos/search?query=${encodeURIComponent(name)}`)).find(
      ({ title }) => title.toLowerCase() === name.toLowerCase(),
    );
  // The library is listed only now and then, so a new file may appear late.
  let video = await search();
  for (const end = Date.now() + LISTED_MS; !video && Date.now() < end; video = await search()) {
    await sleep(200);
  }
  if (!video) throw new Error(`The library has no video called ${name}.`);
  return call('POST', '/api/projects/process', { videoIds: [video.id], projectTitle: name }, key);
}

/** Returns a new user with a project of the library's video of this name, after a worker has processed it. */
export async function openProcessed(stack: Stack, name: string, packs = [5]) {
  const user = await createUser(stack, { packs });
  const call = client(stack, user.cookie);
  const events = await openEvents(stack, user.cookie);
  const done = events.until('run.completed', ({ run }) => run.kind === 'processing');
  const { projectId } = await processVideo(call, name);
  await done;
  return { user, call, events, projectId };
}

export async function generateFilm(call: Call, projectId: string, key?: string): Promise<string> {
  const path = `/api/projects/${projectId}/generate`;
  const { runId } = await call<{ runId: string }>('POST', path, { quality: '720p' }, key);
  return runId;
}
