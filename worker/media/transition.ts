import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { type FrameRange, type JoinPart, partFrames } from '#film/transitions/film-parts.ts';
import { framesToSamples } from '#film/time/timing.ts';
import {
  deviceArgs,
  evenTimes,
  type HardwareEncoder,
  lastFilter,
  TICKS_PER_FRAME,
  videoEncodeArgs,
} from './encode-args.ts';
import { lengthFault, readTracks } from './mov-boxes.ts';
import { crossfadeGraph } from './crossfade.ts';
import { checkSection, filmParameterSets } from './render.ts';
import type { SectionSpec } from './section-spec.ts';

/** A file written by renderSection, and its number of frames. */
interface Rendered {
  path: string;
  frames: number;
  /** What it was rendered from, with the captions that the film shows. Required for crossfades. */
  spec?: SectionSpec;
}

interface TransitionOptions {
  ffmpeg: Ffmpeg;
  width: number;
  height: number;
  frameRate: number;
  /** `undefined` for x264. */
  encoder?: HardwareEncoder | undefined;
  /** In this attempt's own folder. */
  outFile: string;
  workDir: string;
  signal?: AbortSignal | undefined;
  /** Receives the completed part, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** The encoder's threads. */
  threads?: number;
}

/**
 * Renders a transition between two rendered sections, with what is left of them up to their bodies, to a file
 * in the format of renderSection. A dip's audio is silent where the video is black. A crossfade's frames come
 * from the sources: they continue beyond both sections, and have no captions of their own, so that captions
 * do not overlap.
 * @throws MediaError
 */
export async function renderTransition(
  sections: [Rendered, Rendered],
  part: JoinPart,
  options: TransitionOptions,
): Promise<{ frames: number; samples: number }> {
  const { ffmpeg, frameRate, encoder, outFile, workDir, threads = 1 } = options;
  const [first, second] = sections;
  const frames = partFrames(part, first.frames);
  const samples = framesToSamples(frames, frameRate);
  const inputs = [
    // The seek is half a frame early, so that rounding does not lose the first frame.
    inputArgs(first.path, { seekMs: (Math.max(0, part.from - 0.5) * 1000) / frameRate }),
    inputArgs(second.path),
    // The audio is cut by samples, for which seeking is not exact enough.
    inputArgs(first.path),
  ];
  const addInput = (args: string[]) => inputs.push(args) - 1;
  const exact = `trim=end_frame=${frames},${evenTimes(frameRate)},${lastFilter(encoder)}[picture]`;
  const exactSound = `apad,atrim=end_sample=${samples},aformat=sample_fmts=s16:sample_rates=48000:channel_layouts=stereo[sound]`;
  const graph = part.blend
    ? await crossfadeGraph(sections, { ...part, blend: part.blend }, { ...options, addInput, threads })
    : [...dipPicture(first, part, frameRate), ...dipSound(first, part, frameRate)];
  const finished = [...graph, `[joined]${exact}`, `[mixed]${exactSound}`];
  await ffmpeg.run(
    [
      ...deviceArgs(encoder),
      ...words(`-filter_complex_threads ${threads}`),
      ...inputs.flat(),
      '-filter_complex',
      finished.join(';'),
      ...words('-map [picture] -map [sound] -map_metadata -1 -map_chapters -1 -fps_mode passthrough'),
      ...videoEncodeArgs(frameRate, threads, encoder),
      ...words('-c:a pcm_s16le -f mov'),
      `file:${outFile}`,
    ],
    // The file of drawn text is named relative to this folder: an absolute path could contain filter graph
    // syntax.
    { signal: options.signal, cwd: workDir, total: { frames }, onProgress: options.onProgress },
  );
  const parameterSets = await filmParameterSets(ffmpeg, options, workDir);
  await checkSection(outFile, { frames, samples, parameterSets });
  return { frames, samples };
}

const timesOf = (frameRate: number) => `${evenTimes(frameRate)},fps=${frameRate}`;

function dipPicture(
  { frames: all }: Rendered,
  { before, after, from, to }: JoinPart,
  frameRate: number,
): string[] {
  const count = all - from;
  return [
    `[0:v]trim=end_frame=${count},${timesOf(frameRate)},fade=t=out:start_frame=${count - before}:nb_frames=${before}[before]`,
    `[1:v]trim=end_frame=${to},${timesOf(frameRate)},fade=t=in:start_frame=0:nb_frames=${after}[after]`,
    '[before][after]concat=n=2:v=1:a=0[joined]',
  ];
}

function dipSound({ frames: all }: Rendered, part: JoinPart, frameRate: number): string[] {
  const { before, after, from, to } = part;
  const inSamples = (frames: number) => framesToSamples(frames, frameRate);
  const out = `afade=t=out:ss=${inSamples(all - from - before)}:ns=${inSamples(before)}:curve=qsin`;
  return [
    `[2:a]atrim=start_sample=${inSamples(from)},asetpts=N/SR/TB,${out}[fall]`,
    `[1:a]atrim=end_sample=${inSamples(to)},asetpts=N/SR/TB,afade=t=in:ss=0:ns=${inSamples(after)}:curve=qsin[rise]`,
    '[fall][rise]concat=n=2:v=0:a=1[mixed]',
  ];
}

/**
 * Copies a range of a rendered section that begins and ends at keyframes, without encoding its video again.
 * @throws MediaError `failed` if the copy does not have exactly these frames and samples
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
      // A quarter of a frame late, so that rounding does not select the previous keyframe.
      ...inputArgs(path, { seekMs: ((from + 0.25) * 1000) / frameRate }),
      ...inputArgs(path),
      ...words('-map 0:v:0 -map 1:a:0 -map_metadata -1 -map_chapters -1 -c:v copy'),
      // Not -frames:v, which also ends the file's audio.
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
  if (first !== 0) throw new MediaError('failed', { detail: `body that starts at frame ${first}` });
}
