import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Loudness, loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import { ffmpeg, ffmpegLog, levelDb, samplesOf } from './lavfi.ts';

const run = promisify(execFile);
const SMALL = { width: 32, height: 18 };

/** Returns a file's frame at a time, fitted into the film's aspect and scaled down, as RGB bytes. */
export async function frameAt(
  path: string,
  seconds: number,
  film: { width: number; height: number },
): Promise<Buffer> {
  const { width, height } = film;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1`;
  const filter = `${fit},scale=${SMALL.width}:${SMALL.height}:flags=area`;
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-ss',
      seconds.toFixed(3),
      '-i',
      path,
      '-frames:v',
      '1',
      '-vf',
      filter,
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ],
    { encoding: 'buffer' },
  );
  return stdout;
}

/** Returns the mean difference of two frames, 0 to 255. */
export function difference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += Math.abs(value - b[index]!);
  return sum / a.length;
}

interface Probed {
  streams: {
    codec_type: string;
    codec_name: string;
    width?: number;
    height?: number;
    r_frame_rate: string;
    sample_rate?: string;
    nb_read_packets: string;
  }[];
  format: { duration: string; size: string };
  chapters: { start_time: string; end_time: string; tags: { title: string } }[];
}

export async function probe(path: string): Promise<Probed> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_streams',
    '-show_format',
    '-show_chapters',
    '-of',
    'json',
    path,
  ]);
  return JSON.parse(stdout) as Probed;
}

/** Returns the loudest sample of a span of a file's audio, in dB of full scale; -91 is digital silence. */
export async function peakDb(path: string, fromSeconds: number, seconds: number): Promise<number> {
  const span = ['-ss', fromSeconds.toFixed(3), '-t', seconds.toFixed(3), '-i', path];
  const { stderr } = await run('ffmpeg', [...span, '-vn', '-af', 'volumedetect', '-f', 'null', '-']);
  return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -91);
}

/**
 * Decodes a whole file.
 * @throws {Error} at the first decoding error
 */
export async function decodeWhole(path: string): Promise<void> {
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
  if (stderr !== '') throw new Error(stderr);
}

/** A box as shares of its image's width and height, 0 to 1. */
export interface InkBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Returns the boxes of pixels brighter than `limit` (0 to 255) in a grey image, one per line from the top
 * down.
 */
export function inkLines(
  picture: Buffer,
  { width, height }: { width: number; height: number },
  limit: number,
): InkBox[] {
  const lines: InkBox[] = [];
  let open = false;
  for (let y = 0; y < height; y++) {
    const row = picture.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value > limit);
    if (first >= 0) {
      const last = row.findLastIndex((value) => value > limit);
      if (!open) lines.push({ left: 1, right: 0, top: y / height, bottom: 0 });
      const line = lines.at(-1)!;
      line.left = Math.min(line.left, first / width);
      line.right = Math.max(line.right, (last + 1) / width);
      line.bottom = (y + 1) / height;
    }
    open = first >= 0;
  }
  return lines;
}

/** Describes which ink of two images differs by more than `within`, a share of the image. */
export function inkApart(actual: InkBox[], expected: InkBox[], within: number): string[] {
  if (actual.length !== expected.length) return [`${actual.length} lines instead of ${expected.length}`];
  return actual.flatMap((box, line) =>
    (['left', 'right', 'top', 'bottom'] as const)
      .filter((side) => Math.abs(box[side] - expected[line]![side]) > within)
      .map(
        (side) => `line ${line}: ${side} ${box[side].toFixed(3)}, not ${expected[line]![side].toFixed(3)}`,
      ),
  );
}

/** Returns the loudness of a whole file; `null` if it is silent. */
export async function loudnessOf(path: string): Promise<Loudness | null> {
  const read = loudnessReader();
  const log = await ffmpegLog('-i', path, '-vn', '-af', 'ebur128=peak=true', '-f', 'null', '-');
  log.split('\n').forEach(read.line);
  return read.result();
}

/** Returns the level of a tone of this frequency between two seconds of a file, in dB. */
export async function toneLevels(path: string, hz: number): Promise<(from: number, to: number) => number> {
  const only = `${path}.tone.wav`;
  await ffmpeg('-i', path, '-vn', '-af', `bandpass=f=${hz}:w=100,bandpass=f=${hz}:w=100`, only);
  const samples = await samplesOf(only);
  return (from, to) => levelDb(samples.subarray(from * 48_000, to * 48_000));
}

/** Returns the smallest box around the pixels that pass. */
export function extent(bytes: Buffer, width: number, test: (value: number) => boolean) {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
  bytes.forEach((value, i) => {
    if (!test(value)) return;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  });
  return { left, right, top, width: right - left, height: bottom - top };
}
