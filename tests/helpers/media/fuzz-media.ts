import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { AppError } from '#core/lib/errors.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { createFfmpeg, type Ffmpeg } from '#core/ffmpeg/run.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { inspectUpload } from '../../../server/services/media/inspect-upload.ts';
import { writeStill } from '../../../server/services/media/still-image.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { readCarriedSubtitles } from '../../../worker/transcribers/carried-subtitles.ts';
import { mutate } from './mutations.ts';

/** The time limit of any step, in ms, on an idle machine. */
export const STEP_MS = 5000;
const TOO_SLOW = STEP_MS * (process.env['CI'] ? 3 : 1);
const MAX_DURATION_MS = 4 * 3600 * 1000;

export interface Tried {
  name: string;
  mutation: string;
  /** The result: 'made' or the error's code. */
  upload: string;
  library: string;
  slowestMs: number;
  /** Forbidden effects; empty if nothing forbidden happened. */
  faults: string[];
}

const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=s=96x64:r=10:d=${seconds}`];
const sound = ['-f', 'lavfi', '-i', 'sine=r=16000:d=1'];
const film = [...picture(1), ...sound, '-pix_fmt', 'yuv420p'];
const SRT =
  '1\n00:00:00,100 --> 00:00:00,600\nBread & <i>water</i>.\n\n2\n00:00:00,700 --> 00:00:00,950\nAnd salt.\n';
/** One small file of each kind, by ffmpeg's arguments. */
const SEEDS: Record<string, string[]> = {
  'a.mp4': [...film, '-c:v', 'libx264', '-movflags', '+faststart'],
  'late.mov': [...film, '-c:v', 'libx264', '-c:a', 'pcm_s16le'],
  'a.webm': [...film, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
  'a.mkv': [...film, '-c:v', 'mpeg4', '-c:a', 'flac'],
  'a.avi': [...film, '-c:v', 'mjpeg', '-c:a', 'mp3'],
  'a.ts': [...film, '-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'a.gif': picture(0.5),
  'a.jpg': [...picture(0.1), '-frames:v', '1'],
  'a.png': [...picture(0.1), '-frames:v', '1'],
  'a.webp': [...picture(0.1), '-frames:v', '1'],
  'a.wav': sound,
  'a.mp3': sound,
};
const TEXTS: Record<string, string> = {
  'a.srt': SRT,
  'a.vtt': `WEBVTT\n\n${SRT.replaceAll(',', '.')}`,
};

/** Makes the files to be changed, in a folder; returns their bytes by name. */
export async function makeSeeds(folder: string): Promise<[name: string, bytes: Buffer][]> {
  const seeds: [string, Buffer][] = [];
  const make = async (name: string, args: string[]) => {
    const path = join(folder, name);
    await promisify(execFile)(process.env['FFMPEG_PATH'] ?? 'ffmpeg', [
      '-nostdin',
      '-v',
      'error',
      ...args,
      path,
    ]);
    seeds.push([name, await readFile(path)]);
  };
  for (const [name, args] of Object.entries(SEEDS)) await make(name, args);
  for (const [name, text] of Object.entries(TEXTS)) {
    await writeFile(join(folder, name), text);
    seeds.push([name, Buffer.from(text)]);
  }
  const carried = [
    '-i',
    join(folder, 'a.mp4'),
    '-i',
    join(folder, 'a.srt'),
    '-map',
    '0',
    '-map',
    '1',
    '-c',
    'copy',
  ];
  await make('spoken.mp4', [...carried, '-c:s', 'mov_text']);
  await make('spoken.mkv', [...carried, '-c:s', 'srt']);
  return seeds;
}

/** Creates the product's ffmpeg. */
export function fuzzedFfmpeg(): Ffmpeg {
  const log = { debug: () => {}, warn: () => {} };
  const { FFMPEG_PATH: ffmpegPath = 'ffmpeg', FFPROBE_PATH: ffprobePath = 'ffprobe' } = process.env;
  return createFfmpeg({ ffmpegPath, ffprobePath, log });
}

/**
 * Changes a file by a seed and passes it through both of the product's entrances as far as it gets. `folder`
 * is its own.
 */
export async function tryMutated(
  ffmpeg: Ffmpeg,
  folder: string,
  [name, bytes]: [name: string, bytes: Buffer],
  seed: number,
): Promise<Tried> {
  const changed = mutate(bytes, seed);
  const own = join(folder, 'own');
  await mkdir(own, { recursive: true });
  const path = join(own, name);
  await writeFile(path, changed.bytes);
  const tried: Tried = {
    name,
    mutation: changed.mutation,
    upload: 'made',
    library: 'made',
    slowestMs: 0,
    faults: [],
  };
  const step = async <T>(label: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const from = performance.now();
    const signal = AbortSignal.timeout(TOO_SLOW);
    try {
      return await work(signal);
    } finally {
      const ms = Math.round(performance.now() - from);
      tried.slowestMs = Math.max(tried.slowestMs, ms);
      if (signal.aborted) tried.faults.push(`${label} took ${ms} ms`);
    }
  };
  const through = async (way: 'upload' | 'library', work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      tried[way] = codeOf(error);
      if (tried[way] === '') tried.faults.push(`${way}: ${(error as Error).stack ?? String(error)}`);
    }
  };
  if (name in TEXTS) await through('library', () => asSubtitles(path, folder));
  else {
    await through('upload', () => asUpload(path));
    await through('library', () => asLibraryFile(path));
  }

  async function asUpload(file: string) {
    const inspection = await step('look', () =>
      inspectUpload(ffmpeg, file, { maxDurationMs: MAX_DURATION_MS }),
    );
    if (inspection.kind !== 'image') return;
    const dir = await folderFor('still');
    await step('still', () => writeStill(ffmpeg, { path: file, format: inspection.format }, dir));
  }
  async function asLibraryFile(source: string) {
    const outDir = await folderFor('scan');
    const scan = await step('scan', (signal) => scanMedia({ ffmpeg, source, outDir, signal }));
    const carried = { ffmpeg, path: source, files: [], durationMs: scan.durationMs };
    await step('subtitles', (signal) => readCarriedSubtitles({ ...carried, signal }));
    await step('render', async (signal) => {
      const { video, audio, formatName } = await probeMedia(ffmpeg, source, { signal });
      const endMs = Math.min(scan.durationMs, 500);
      const fit = planFit({ sectionMs: endMs, narration: null, room: NO_ROOM, frameRate: 10, still: false });
      const spec = {
        source: { path: source, video: video!, audio, formatName, gainDb: 0, truePeakDb: null },
        excerpt: excerptSchema.parse({ startMs: 0, endMs }),
        fit,
        placement: UNFRAMED,
        narrationPath: null,
        text: null,
        width: 96,
        height: 64,
        frameRate: 10,
      };
      await renderSection(spec, { ffmpeg, outFile: join(await folderFor('render'), 'section.mov'), signal });
    });
  }
  async function asSubtitles(beside: string, seeds: string) {
    const files = [{ path: beside, language: 'en' }];
    const film = { ffmpeg, path: join(seeds, 'a.mp4'), files, durationMs: 1000 };
    await step('subtitles', (signal) => readCarriedSubtitles({ ...film, signal }));
  }
  async function folderFor(what: string) {
    const dir = join(own, what);
    await mkdir(dir);
    return dir;
  }

  await rm(own, { recursive: true, force: true });
  return tried;
}

/** Returns the code of an error for creators; empty for an unexpected error. */
function codeOf(error: unknown): string {
  if (error instanceof MediaError) return error.code;
  return error instanceof AppError && error.code === 'unprocessable' ? error.code : '';
}

/** Returns the names in a folder and its subfolders, to detect created or removed files. */
export const listAll = async (folder: string) => (await readdir(folder, { recursive: true })).sort();
