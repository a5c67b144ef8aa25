import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import type { z } from 'zod';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { lengthMs } from '#film/time/section-length.ts';
import { IMAGE_FORMATS } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { createFfmpeg, type Ffmpeg, type FfmpegOptions } from '#core/ffmpeg/run.ts';
import { NO_ROOM, planFit, type FitPlan, type Room } from '#film/time/fit.ts';
import type { SectionSource, SectionSpec } from '../../../worker/media/render.ts';
import { makeOnce } from './make-once.ts';

const run = promisify(execFile);
const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg';
const FFPROBE = process.env.FFPROBE_PATH ?? 'ffprobe';

/** A wrapper that logs nothing. The output of a failure is in its error. */
export function testFfmpeg(options: Partial<FfmpegOptions> = {}): Ffmpeg {
  const log = { debug: () => {}, warn: () => {} };
  return createFfmpeg({ ffmpegPath: FFMPEG, ffprobePath: FFPROBE, log, ...options });
}

/**
 * Creates a folder for one test file, which is removed after it. Returns a function from a name to its path
 * there.
 */
export function tempFolder(): (name: string) => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutroom-media-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/**
 * Runs plain ffmpeg instead of the wrapper, since a test's media and measurements must not depend on the code
 * under test.
 */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run(FFMPEG, ['-nostdin', '-v', 'error', '-y', ...args]);
}

/** Returns ffmpeg's log with its filters' measurements. */
export async function ffmpegLog(...args: string[]): Promise<string> {
  return (await run(FFMPEG, ['-nostdin', '-hide_banner', '-nostats', ...args], { maxBuffer: 1 << 26 }))
    .stderr;
}

/** Returns the values that ffprobe prints. */
export async function ffprobe(path: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(FFPROBE, ['-v', 'error', '-of', 'csv=p=0', ...args, path], {
    maxBuffer: 1 << 26,
  });
  return stdout.trim();
}

export interface SourceOptions {
  width?: number;
  height?: number;
  rate?: string;
  seconds?: number;
  /** A lavfi source that replaces the counting frames. */
  picture?: string;
  /** A lavfi source of audio; `null` for a file without audio. */
  sound?: string | null;
  args?: string[];
}

/**
 * Returns a source of grey frames that encode their own number: frame n has brightness 40 + (n mod 20) * 8,
 * which survives scaling, colour conversion and encoding.
 */
export const counting = (width: number, height: number, rate: string, seconds: number) =>
  // Generated small and then enlarged: computing each pixel of a large frame takes several hundred times as
  // long.
  `color=c=black:s=16x16:r=${rate}:d=${seconds},format=yuv420p,geq=lum='40+mod(N,20)*8':cb=128:cr=128,` +
  `scale=${width}:${height}:flags=neighbor,setsar=1`;
/** Returns the number, modulo 20, of a counting frame of this brightness. */
export const countOf = (luma: number) => Math.max(0, Math.round((luma - 40) / 8));

/** Makes a small source with a keyframe every 30 frames. */
export async function makeSource(path: string, options: SourceOptions = {}): Promise<void> {
  const { width = 320, height = 180, rate = '30', seconds = 3, sound = 'sine=f=440:r=48000' } = options;
  const picture = options.picture ?? counting(width, height, rate, seconds);
  const inputs = ['-f', 'lavfi', '-i', picture];
  if (sound !== null) inputs.push('-f', 'lavfi', '-i', sound);
  const video = '-c:v libx264 -preset ultrafast -crf 12 -bf 2 -g 30 -pix_fmt yuv420p -c:a aac'.split(' ');
  const args = [...inputs, '-t', String(seconds), ...video, ...(options.args ?? [])];
  await makeOnce(args, path, (making) => ffmpeg(...args, making));
}

/** Returns the mean brightness of this part of every frame (of all of it by default). */
export async function lumas(path: string, crop = 'iw:ih:0:0'): Promise<number[]> {
  const filters = `crop=${crop},signalstats,metadata=print:key=lavfi.signalstats.YAVG`;
  const log = await ffmpegLog(
    '-i',
    path,
    '-an',
    '-fps_mode',
    'passthrough',
    '-vf',
    filters,
    '-f',
    'null',
    '-',
  );
  return [...log.matchAll(/YAVG=([\d.]+)/g)].map((match) => Number(match[1]));
}

/** Returns the first frame as planes of bytes in this pixel format. */
export const firstPicture = (path: string, format: string): Promise<Buffer> => pictureAt(path, 0, format);

/** Returns the frame at a second, in the same form. */
export async function pictureAt(path: string, second: number, format: string): Promise<Buffer> {
  const raw = `${path}.raw`;
  // A still image has no frame after a seek, not even to its start.
  const from = second > 0 ? ['-ss', String(second)] : [];
  await ffmpeg(...from, '-i', path, '-frames:v', '1', '-pix_fmt', format, '-f', 'rawvideo', raw);
  const bytes = await readFile(raw);
  await rm(raw);
  return bytes;
}

/** Returns the 48 kHz samples of the first audio channel between -1 and 1, with edit lists applied. */
export async function samplesOf(path: string): Promise<Float32Array> {
  const raw = `${path}.f32`;
  await ffmpeg('-i', path, '-vn', '-af', 'pan=mono|c0=c0', '-ar', '48000', '-f', 'f32le', raw);
  const bytes = await readFile(raw);
  await rm(raw);
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Returns the root mean square of these samples, in dB of full scale. */
export function levelDb(samples: Float32Array): number {
  const sum = samples.reduce((total, s) => total + s * s, 0);
  return 10 * Math.log10(sum / samples.length + 1e-12);
}

/** Returns every `every`-th frame from number `first` on, as RGB bytes in full size. */
export async function rgbOf(path: string, every: number, first: number): Promise<Buffer> {
  const raw = `${path}.rgb`;
  const filters = `select='eq(mod(n\\,${every})\\,${first})',scale=in_color_matrix=bt709:in_range=tv`;
  const rgb = ['-fps_mode', 'passthrough', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
  await ffmpeg('-i', path, '-vf', filters, ...rgb, raw);
  const bytes = await readFile(raw);
  await rm(raw);
  return bytes;
}

type More = Partial<Omit<SectionSpec, 'source'>> & {
  /** The demuxer of an image file. */
  imageFormat?: string | undefined;
  narrationMs?: number;
  room?: Room;
  source?: Partial<SectionSource>;
};

/**
 * Returns a range of a file as the render handler describes it, with 320x180 at 30 frames per second by
 * default.
 */
export async function sectionOf(
  path: string,
  range: z.input<typeof excerptSchema>,
  more: More = {},
): Promise<SectionSpec & { fit: FitPlan }> {
  const { narrationMs = null, room = NO_ROOM, source, imageFormat, ...spec } = more;
  const formats = imageFormat ? { formats: IMAGE_FORMATS } : {};
  const { video, audio, formatName } = await probeMedia(testFfmpeg(), path, formats);
  const frameRate = spec.frameRate ?? 30;
  const excerpt = excerptSchema.parse(range);
  return {
    source: {
      path,
      ...(imageFormat ? { imageFormat: formatName } : {}),
      video: video!,
      audio,
      formatName,
      gainDb: 0,
      truePeakDb: null,
      ...source,
    },
    excerpt,
    placement: UNFRAMED,
    fit: planFit({
      sectionMs: lengthMs(excerpt),
      narration: narrationMs === null ? null : { durationMs: narrationMs, speed: 1 },
      room,
      frameRate,
      still: imageFormat !== undefined,
    }),
    narrationPath: null,
    text: null,
    width: 320,
    height: 180,
    frameRate,
    ...spec,
  };
}
