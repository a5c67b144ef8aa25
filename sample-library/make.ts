/**
 * Makes the sample video library that a new installation searches: `make.ts <outDir> [--tiny]
 * [--yield-to=<folder>]`. This folder's own code draws every picture and makes every sound, so the result is
 * free of rights.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue, tinyCatalogue } from './catalogue.ts';
import { probeTools, type Abilities, type Tools } from './ffmpeg.ts';
import { pauseWhileWorking } from './pause.ts';
import { renderVideo } from './render.ts';
import { canSpeak } from './speech.ts';
import type { Video } from './types.ts';

export interface SampleLibraryOptions {
  outDir: string;
  /** Three very small videos, for tests. */
  tiny?: boolean;
  /** These instead of the library's own, for tests. */
  videos?: Video[];
  signal?: AbortSignal;
  log?: (line: string) => void;
  ffmpegPath?: string;
  /** Nothing is drawn while a folder in this one is touched every few seconds. */
  yieldTo?: string | undefined;
}

const AT_ONCE = 2;
const COMPLETE = '.complete';
const STAMPS = '.stamps';
const WORK = '.making-';
const YIELD_TO = '--yield-to=';

/** Makes videos that are missing or of another version; others stay. Rejects when aborted. */
export async function makeSampleLibrary(options: SampleLibraryOptions): Promise<void> {
  const { outDir, tiny = false, log = () => {}, ffmpegPath = 'ffmpeg' } = options;
  const signal = options.signal ?? new AbortController().signal;
  const tools: Tools = { ffmpegPath, signal };
  await mkdir(join(outDir, STAMPS), { recursive: true });
  const able = await probeTools(tools);
  if (able.speech === 'none') log('No flite on this machine: the sample videos are made without speech.');
  const version = await libraryVersion(tiny, able);
  const complete = (await readFile(join(outDir, COMPLETE), 'utf8').catch(() => '')) === version;
  const requested = options.videos ?? (tiny ? tinyCatalogue() : catalogue());
  const videos = requested.filter(({ sound }) => isSpokenHere(sound, able));
  if (videos.length < requested.length) {
    log('No espeak-ng on this machine: the sample videos in Hindi and Bengali are left out.');
  }
  const missing = [];
  for (const video of videos) if (!(await isMade(video, outDir, version))) missing.push(video);
  if (missing.length === 0 && complete) return;
  await rm(join(outDir, COMPLETE), { force: true });
  await removeAbandoned(outDir);

  const work = join(outDir, `${WORK}${process.pid}-${Date.now()}`);
  await mkdir(work);
  // Searches take a maker whose folder stays unchanged for minutes for a dead one.
  const touch = () => utimes(work, new Date(), new Date());
  const endPauses = options.yieldTo ? pauseWhileWorking(options.yieldTo, touch) : () => {};
  // One failure stops the other maker too: a broken ffmpeg would fail ten times over.
  const failed = new AbortController();
  const either: Tools = { ffmpegPath, signal: AbortSignal.any([signal, failed.signal]) };
  const queue = [...missing];
  let completed = videos.length - missing.length;
  const maker = async () => {
    for (let video = queue.shift(); video; video = queue.shift()) {
      const seconds = await makeVideo(video, outDir, work, version, able, either);
      completed += 1;
      log(`Sample video ${completed} of ${videos.length}: ${video.title} (${seconds.toFixed(0)} s)`);
    }
  };
  try {
    const makers = Array.from({ length: AT_ONCE }, () =>
      maker().catch((error: unknown) => failed.abort(error)),
    );
    await Promise.all(makers);
    signal.throwIfAborted();
    failed.signal.throwIfAborted();
  } finally {
    endPauses();
    await rm(work, { recursive: true, force: true });
  }
  await writeFile(join(outDir, `${COMPLETE}.new`), version);
  await rename(join(outDir, `${COMPLETE}.new`), join(outDir, COMPLETE));
}

/** English videos are useful without their speech; those that demonstrate another language are not. */
function isSpokenHere(sound: Video['sound'], able: Abilities): boolean {
  return sound.kind !== 'speech' || typeof sound.voice === 'string' || canSpeak(sound.voice, able);
}

/**
 * Renders one video and moves its files into place, the MP4 last, so that the others are there when it
 * appears.
 */
async function makeVideo(
  video: Video,
  outDir: string,
  work: string,
  version: string,
  able: Abilities,
  tools: Tools,
) {
  const cwd = join(work, video.slug);
  await mkdir(cwd);
  const { title, description, channel, tags } = video;
  const rendered = await renderVideo(video, cwd, able, tools);
  const sidecar = join(cwd, 'sidecar.json');
  await writeFile(
    sidecar,
    `${JSON.stringify({ title, description, channel, license: 'CC0', tags }, null, 2)}\n`,
  );
  await writeFile(join(cwd, 'stamp'), version);
  tools.signal.throwIfAborted();
  await rename(sidecar, join(outDir, `${video.slug}.json`));
  await rename(rendered.thumbnail, join(outDir, `${video.slug}.jpg`));
  if (rendered.subtitles) await rename(rendered.subtitles, join(outDir, `${video.slug}.${besideOf(video)}`));
  await rename(rendered.video, join(outDir, `${video.slug}.mp4`));
  // Stamped last: a crash before this costs one video made again, and never leaves a stale one.
  await rename(join(cwd, 'stamp'), join(outDir, STAMPS, video.slug));
  await rm(cwd, { recursive: true, force: true });
  return rendered.seconds;
}

async function isMade(video: Video, outDir: string, version: string): Promise<boolean> {
  const stamp = await readFile(join(outDir, STAMPS, video.slug), 'utf8').catch(() => '');
  if (stamp !== version) return false;
  const extensions = ['json', 'jpg', 'mp4', besideOf(video)].filter((extension) => extension !== undefined);
  const files = extensions.map((extension) => stat(join(outDir, `${video.slug}.${extension}`)));
  return (await Promise.allSettled(files)).every((result) => result.status === 'fulfilled');
}

/** The suffix of a file of subtitles, e.g. "bn.vtt". */
function besideOf({ subtitles }: Video): string | undefined {
  return subtitles?.place === 'beside' ? `${subtitles.language}.vtt` : undefined;
}

/** A hash of this folder's sources and options, so that no version number can be forgotten. */
async function libraryVersion(tiny: boolean, { speech, espeak }: Abilities): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256').update(JSON.stringify({ tiny, speech, espeak }));
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  for (const name of names) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Working folders of killed makers; those of running ones stay. */
async function removeAbandoned(outDir: string) {
  for (const name of await readdir(outDir)) {
    const pid = name.startsWith(WORK) ? Number.parseInt(name.slice(WORK.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue;
    await rm(join(outDir, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function main() {
  const outDir = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  if (!outDir) {
    console.error('Usage: make.ts <outDir> [--tiny] [--yield-to=<folder>]');
    process.exitCode = 2;
    return;
  }
  const yieldTo = process.argv.find((argument) => argument.startsWith(YIELD_TO))?.slice(YIELD_TO.length);
  const stop = new AbortController();
  let exitCode = 1;
  const onSignal = (code: number) => () => {
    exitCode = code;
    stop.abort(new Error('stopped'));
  };
  process.once('SIGTERM', onSignal(143));
  process.once('SIGINT', onSignal(130));
  try {
    const tiny = process.argv.includes('--tiny');
    await makeSampleLibrary({
      outDir: resolve(outDir),
      tiny,
      signal: stop.signal,
      log: console.log,
      yieldTo,
    });
  } catch (error) {
    console.error(`The sample library is not complete: ${(error as Error).message}`);
    process.exitCode = exitCode;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
