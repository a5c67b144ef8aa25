import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { type FrameRange, type JoinPart, partFrames } from '#core/film/film-parts.ts';
import { framesToSamples } from '#core/film/timing.ts';
import { evenTimes, TICKS_PER_FRAME, UNIFORM, videoEncodeArgs } from './encode-args.ts';
import { lengthFault, readTracks } from './mov-boxes.ts';
import { checkSection, filmParameterSets } from './render.ts';

/** A file of renderSection, and its number of frames. */
interface Rendered {
  path: string;
  frames: number;
}

interface TransitionOptions {
  ffmpeg: Ffmpeg;
  width: number;
  height: number;
  frameRate: number;
  /** In this attempt's own folder. */
  outFile: string;
  workDir: string;
  signal?: AbortSignal | undefined;
  /** The part done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Threads of the encoder. */
  threads?: number;
}

/**
 * Renders a transition from two rendered sections, with what is left of them up to their bodies, into a file as
 * renderSection makes it. The sound of a crossfade keeps its power; a dip's is silent where the picture is black.
 * @throws MediaError
 */
export async function renderTransition(
  [first, second]: [Rendered, Rendered],
  part: JoinPart,
  options: TransitionOptions,
): Promise<{ frames: number; samples: number }> {
  const { ffmpeg, frameRate, outFile, workDir, threads = 1 } = options;
  const frames = partFrames(part, first.frames);
  const samples = framesToSamples(frames, frameRate);
  const graph = [
    ...pictureGraph(first, part, frames, frameRate),
    ...soundGraph(first, part, samples, frameRate),
  ];
  await ffmpeg.run(
    [
      ...words(`-filter_complex_threads ${threads}`),
      // Half a frame early, so that no rounding loses the first one.
      ...inputArgs(first.path, { seekMs: (Math.max(0, part.from - 0.5) * 1000) / frameRate }),
      ...inputArgs(second.path),
      // The sound is cut by samples, which seeking is not exact enough for.
      ...inputArgs(first.path),
      '-filter_complex',
      graph.join(';'),
      ...words('-map [picture] -map [sound] -map_metadata -1 -map_chapters -1 -fps_mode passthrough'),
      ...videoEncodeArgs(frameRate, threads),
      ...words('-c:a pcm_s16le -f mov'),
      `file:${outFile}`,
    ],
    { signal: options.signal, total: { frames }, onProgress: options.onProgress },
  );
  const parameterSets = await filmParameterSets(ffmpeg, options, workDir);
  await checkSection(outFile, { frames, samples, parameterSets });
  return { frames, samples };
}

function pictureGraph(
  { frames: all }: Rendered,
  { transition, reach, from, to }: JoinPart,
  frames: number,
  frameRate: number,
): string[] {
  const times = `${evenTimes(frameRate)},fps=${frameRate}`;
  const count = all - from;
  const before = `[0:v]trim=end_frame=${count},${times}`;
  const after = `[1:v]trim=end_frame=${to},${times}`;
  const exact = `trim=end_frame=${frames},${evenTimes(frameRate)},${UNIFORM}[picture]`;
  if (transition === 'dip') {
    const fade = (kind: 'in' | 'out', start: number) =>
      `fade=t=${kind}:start_frame=${start}:nb_frames=${reach}`;
    return [
      `${before},${fade('out', count - reach)}[before]`,
      `${after},${fade('in', 0)}[after]`,
      `[before][after]concat=n=2:v=1:a=0,${exact}`,
    ];
  }
  const seconds = (n: number) => (n / frameRate).toFixed(6);
  const fade = `xfade=transition=fade:duration=${seconds(reach)}:offset=${seconds(count - reach)}`;
  return [`${before}[before]`, `${after}[after]`, `[before][after]${fade},${exact}`];
}

function soundGraph(
  { frames: all }: Rendered,
  { transition, reach, from, to }: JoinPart,
  samples: number,
  frameRate: number,
): string[] {
  const inSamples = (frames: number) => framesToSamples(frames, frameRate);
  const before = `[2:a]atrim=start_sample=${inSamples(from)},asetpts=N/SR/TB`;
  const after = `[1:a]atrim=end_sample=${inSamples(to)},asetpts=N/SR/TB`;
  const exact = `apad,atrim=end_sample=${samples},aformat=sample_fmts=s16:sample_rates=48000:channel_layouts=stereo[sound]`;
  const length = inSamples(reach);
  if (transition === 'dip') {
    const out = `afade=t=out:ss=${inSamples(all - from - reach)}:ns=${length}:curve=qsin`;
    return [
      `${before},${out}[fall]`,
      `${after},afade=t=in:ss=0:ns=${length}:curve=qsin[rise]`,
      `[fall][rise]concat=n=2:v=0:a=1,${exact}`,
    ];
  }
  return [
    `${before}[fall]`,
    `${after}[rise]`,
    `[fall][rise]acrossfade=ns=${length}:c1=qsin:c2=qsin,${exact}`,
  ];
}

/**
 * Copies a range of a rendered section that begins and ends at keyframes, without encoding its picture again.
 * @throws MediaError `failed` when the copy has not exactly these frames and samples.
 */
export async function copyBody(
  { path }: Rendered,
  { from, to }: FrameRange,
  {
    ffmpeg,
    frameRate,
    outFile,
    signal,
  }: Pick<TransitionOptions, 'ffmpeg' | 'frameRate' | 'outFile' | 'signal'>,
): Promise<void> {
  const frames = to - from;
  const [start, end] = [framesToSamples(from, frameRate), framesToSamples(to, frameRate)];
  const ticks = (what: string) => `round(${what}/${TICKS_PER_FRAME})*${TICKS_PER_FRAME}`;
  await ffmpeg.run(
    [
      // A quarter of a frame late, so that no rounding finds the keyframe before.
      ...inputArgs(path, { seekMs: ((from + 0.25) * 1000) / frameRate }),
      ...inputArgs(path),
      ...words('-map 0:v:0 -map 1:a:0 -map_metadata -1 -map_chapters -1 -c:v copy'),
      // Not -frames:v, which also ends the file's sound.
      '-bsf:v',
      `noise=drop=gte(n\\,${frames}),setts=pts=${ticks('PTS')}:dts=${ticks('DTS')}:duration=${TICKS_PER_FRAME}`,
      ...words(`-af atrim=start_sample=${start}:end_sample=${end},asetpts=N/SR/TB -c:a pcm_s16le`),
      ...words(`-video_track_timescale ${frameRate * TICKS_PER_FRAME} -f mov`),
      `file:${outFile}`,
    ],
    { signal },
  );
  const tracks = await readTracks(outFile);
  const fault = lengthFault(tracks, { frames, samples: end - start });
  if (fault) throw new MediaError('failed', { detail: `body of ${fault}` });
  const [first] = tracks.find((t) => t.kind === 'vide')?.keyframes ?? [0];
  if (first !== 0) throw new MediaError('failed', { detail: `body that starts at picture ${first}` });
}
