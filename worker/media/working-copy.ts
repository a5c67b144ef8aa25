import { rename } from 'node:fs/promises';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inspectEnd, REACH_TOLERANCE_MS } from '#core/ffmpeg/file-end.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { SAMPLE_RATE } from '#film/time/timing.ts';
import { BT709 } from './encode-args.ts';
import { scaleFilters, unevenFrames } from './picture-filters.ts';

/**
 * Timestamps of these containers may restart or jump, and reading from a time may start after its keyframe.
 */
const STREAMED = new Set(['mpegts', 'mpeg', 'flv', 'ogg']);
/**
 * A stream of these containers that starts later than this may state its end instead of its length, in ms.
 */
const MATROSKA = 'matroska,webm';
const LATE_START_MS = 1000;
/**
 * Codecs whose layout and sample rate are in the container's header. Frames of other codecs have their own.
 */
const CONSTANT_SOUND = /^(aac|alac|flac|opus|vorbis|pcm_\w+)$/;
/** Audio that starts at most this much before the video begins with its encoder's priming, in ms. */
const PRIMING_MS = 100;
/** Text subtitles that Matroska can store unchanged. */
const MATROSKA_TEXT = new Set(['subrip', 'ass', 'ssa', 'webvtt']);

/** Mixed down as floating point, so that stereo and surround parts are equally loud. */
const SOUND =
  'aresample=async=1:min_hard_comp=0.03,aformat=sample_fmts=fltp:channel_layouts=stereo,aformat=sample_fmts=s16';

export interface WorkingCopyOptions {
  ffmpeg: Ffmpeg;
  /** A local file, and the result of its probe. */
  source: string;
  probe: MediaProbe;
  signal?: AbortSignal | undefined;
}

/** Whether a file's streams themselves must be inspected, or it needs a copy in any case. */
export const mayNeedCopy = (probe: MediaProbe): boolean =>
  isUnreliable(probe) || (probe.audio !== null && !CONSTANT_SOUND.test(probe.audio.codec));

const isUnreliable = ({ formatName, statesLengths, startMs }: MediaProbe): boolean =>
  STREAMED.has(formatName) || !statesLengths || (formatName === MATROSKA && startMs > LATE_START_MS);

/**
 * Whether a video must be copied before it is scanned, transcribed and rendered: its timestamps are
 * unreliable, its container lacks lengths or an index, or its audio format changes midway.
 * @throws MediaError
 */
export async function needsWorkingCopy(options: WorkingCopyOptions): Promise<boolean> {
  const { probe } = options;
  if (isUnreliable(probe)) return true;
  return mayNeedCopy(probe) && probe.audio !== null && soundChanges(options, probe.audio.index);
}

/** Collects from ffmpeg's log the audio formats for which it creates filters. */
const formatReader = (formats: Set<string>) => (line: string) => {
  const format = / samplerate:\d+ chlayout:.+$/.exec(line)?.[0];
  if (format) formats.add(format);
};

/** Decodes only the audio. */
async function soundChanges({ ffmpeg, source, signal }: WorkingCopyOptions, index: number): Promise<boolean> {
  const formats = new Set<string>();
  await ffmpeg.run([...inputArgs(source, { extra: ['-vn'] }), '-map', `0:${index}`, '-f', 'null', '-'], {
    signal,
    logLevel: 'verbose',
    onLogLine: formatReader(formats),
  });
  return formats.size > 1;
}

/** Removes the encoder's priming, so that the first frame is at the start. */
const primingFilter = ({ startMs }: VideoInfo): string =>
  startMs > 0 && startMs <= PRIMING_MS ? `atrim=start=${startMs / 1000},` : '';

interface CopyOptions extends WorkingCopyOptions {
  video: VideoInfo;
  outFile: string;
}

/**
 * Writes a Matroska file with the video and audio that the product uses: continuous timestamps from 0, an
 * index, exact lengths, and the audio as 48 kHz stereo. The video is copied. It is encoded only if its pixel
 * aspect ratio, or the size of interlaced frames, changes, or if it cannot be copied.
 * @throws MediaError
 */
export async function makeWorkingCopy(options: CopyOptions): Promise<void> {
  const { ffmpeg, probe, video, signal, outFile } = options;
  const shapes = new Set<string>();
  const formats = new Set<string>();
  const readFormat = formatReader(formats);
  let reachedMs = 0;
  try {
    const { outTimeMs } = await ffmpeg.run(copyArgs(options, words('-c:v copy')), {
      signal,
      logLevel: 'verbose',
      onLogLine: (line) => {
        readFormat(line);
        const [, size, aspect] = / (w:\d+ h:\d+) fmt:\w+ sar:(\d+\/\d+) -> w:/.exec(line) ?? [];
        if (!size || !aspect) return;
        const shape = aspect.startsWith('0/') ? '1/1' : aspect;
        shapes.add(video.interlaced ? `${size} ${shape}` : shape);
      },
    });
    reachedMs = outTimeMs;
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'aborted' || error.code === 'disk_full') throw error;
  }
  if (reachedMs + REACH_TOLERANCE_MS < probe.durationMs) {
    const { isMissing } = await inspectEnd(ffmpeg, options.source, { ...probe, video }, signal);
    if (isMissing) throw new MediaError('truncated', { detail: `copied ${reachedMs} ms` });
  }
  // Matroska cannot store a rotation.
  const isCopied = reachedMs > 0 && shapes.size < 2 && video.rotation === 0;
  if (!isCopied) await encodeCopy(options);
  if (formats.size > 1) await joinSounds({ ffmpeg, signal }, outFile);
}

async function encodeCopy(options: CopyOptions): Promise<void> {
  const { ffmpeg, video, signal } = options;
  const size = { width: even(video.width), height: even(video.height) };
  const shaped = [...scaleFilters(video, size, 'bicubic'), 'setsar=1', 'format=yuv420p'].join(',');
  const encoder = words('-c:v libx264 -preset veryfast -crf 16 -g 60 -fps_mode passthrough');
  await ffmpeg.run(copyArgs(options, ['-filter:v', shaped, ...encoder, ...BT709]), { signal });
}

/**
 * Fills gaps and removes overlaps where the audio format changed, which the filters of neither part can do.
 */
async function joinSounds(
  { ffmpeg, signal }: Pick<WorkingCopyOptions, 'ffmpeg' | 'signal'>,
  path: string,
): Promise<void> {
  const joined = `${path}.joined`;
  const sound = ['-c:a', 'pcm_s16le', '-filter:a', 'aresample=async=1:min_hard_comp=0.005'];
  await ffmpeg.run(
    [...inputArgs(path), ...words('-map 0 -c copy'), ...sound, '-f', 'matroska', `file:${joined}`],
    { signal },
  );
  await rename(joined, path);
}

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

function copyArgs({ source, probe, video, outFile }: CopyOptions, videoArgs: string[]): string[] {
  const { audio, subtitles } = probe;
  const isCopied = videoArgs.includes('copy');
  // Keyframes suffice for the pixel aspect ratio, which cannot change midway in a copy.
  const extra = [
    '-fflags',
    '+genpts',
    ...unevenFrames(video),
    ...(isCopied ? words('-skip_frame:v nokey') : []),
  ];
  const texts = subtitles.filter(({ codec }) => MATROSKA_TEXT.has(codec) || codec === 'mov_text');
  return [
    ...inputArgs(source, { extra }),
    ...words(`-map 0:${video.index}`),
    ...videoArgs,
    ...(audio ? words(`-map 0:${audio.index} -c:a pcm_s16le -ar ${SAMPLE_RATE}`) : []),
    // Where the audio format changes, ffmpeg creates the filters again: `first_pts` would insert silence
    // there, and an encoder with frames of a fixed size would lose its last one.
    ...(audio ? ['-filter:a', `${primingFilter(video)}${SOUND}`] : []),
    ...texts.flatMap(({ index, codec }, place) => [
      '-map',
      `0:${index}`,
      `-c:s:${place}`,
      MATROSKA_TEXT.has(codec) ? 'copy' : 'subrip',
    ]),
    ...words('-avoid_negative_ts make_zero -f matroska'),
    `file:${outFile}`,
    ...(isCopied ? words(`-map 0:${video.index} -filter:v scale=64:36 -fps_mode passthrough -f null -`) : []),
  ];
}
