import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CARD_COLOURS } from '#contract/drawn-text.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { IMAGE_FORMATS, inputArgs, WAV_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import type { AudioInfo, VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { keptParts } from '#contract/cuts.ts';
import { type FitPlan, NO_ROOM, planFit } from '#core/film/fit.ts';
import { framePartsOf } from '#core/film/frame-parts.ts';
import { CARD_LIGHT, type Placement, UNFRAMED } from '#contract/framing.ts';
import { framesToMs } from '#contract/frames.ts';
import { type Excerpt, excerptSchema, lengthMs, sourceMs } from '#contract/section-length.ts';
import { framesToSamples } from '#core/film/timing.ts';
import { type DrawnText, toAss } from '../subtitles/ass.ts';
import { layOutFonts } from '../subtitles/fonts.ts';
import { mixFilters } from './channel-mix.ts';
import { evenTimes, UNIFORM, videoEncodeArgs } from './encode-args.ts';
import { lengthFault, type MovTrack, readTracks } from './mov-boxes.ts';
import {
  backdropFilters,
  cutFilters,
  dimmed,
  shapeFilters,
  timeFilters,
  zoomFilters,
} from './picture-filters.ts';
import { soundGraph, type OriginalSound } from './sound-filters.ts';

export interface SectionSource {
  path: string;
  /** Demuxer of a picture file ("jpeg_pipe"), shown for the whole section; absent for a video. */
  imageFormat?: string;
  /** From probeMedia. */
  video: VideoInfo;
  audio: Pick<AudioInfo, 'index' | 'channels' | 'layout'> | null;
  /** Container's name from probeMedia. */
  formatName: string;
  /** From loudnessGainDb, in dB. */
  gainDb: number;
  /** From the scan; null when unknown. */
  truePeakDb: number | null;
}

/** A frame of a video, blurred behind a card's title. */
export interface Backdrop extends Pick<SectionSource, 'path' | 'video' | 'formatName'> {
  /** From the container's start. */
  atMs: number;
}

export interface SectionSpec {
  /** Null for a title card, which has its colour or a backdrop. */
  source: SectionSource | null;
  backdrop?: Backdrop | null;
  /** Its times are from the source container's start. */
  excerpt: Excerpt;
  /** How its picture takes the film's shape. */
  placement: Placement;
  fit: FitPlan;
  /** A wav file of normaliseNarration; null plays the original sound. */
  narrationPath: string | null;
  /** Subtitles and a card's title, drawn into the picture; null draws nothing. */
  text: DrawnText | null;
  /** The film's picture in pixels, both even, and its frames a second. */
  width: number;
  height: number;
  frameRate: number;
}

export interface RenderOptions {
  ffmpeg: Ffmpeg;
  /** In this attempt's own folder. */
  outFile: string;
  signal?: AbortSignal;
  /** The part done, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Threads for decoder, filters and encoder each. */
  threads?: number;
}

/** More threads bring no speed at these sizes, and each holds whole pictures. */
const MAX_THREADS = 16;
const TEXT_FILE = 'text.ass';
const FONTS_DIR = 'fonts';
/** These seek to a keyframe by an index; others seek roughly, so reading starts earlier. */
const EXACT_SEEK = /\b(mov|mp4|matroska|webm)\b/;
const LOOSE_SEEK_LEAD_MS = 5000;

/**
 * Renders one section into a MOV of H.264 and PCM: exactly `fit.effectiveFrames` frames and as many samples as last as
 * long. The first frame is the one that the source shows at the excerpt's start.
 * @throws MediaError
 */
export async function renderSection(
  spec: SectionSpec,
  options: RenderOptions,
): Promise<{ frames: number; samples: number }> {
  const frames = spec.fit.effectiveFrames;
  const samples = framesToSamples(frames, spec.frameRate);
  const dir = dirname(options.outFile);
  if (spec.text) {
    const picture = { width: spec.width, height: spec.height, lengthMs: framesToMs(frames, spec.frameRate) };
    await writeFile(join(dir, TEXT_FILE), toAss(spec.text, picture, spec.placement));
    await layOutFonts(join(dir, FONTS_DIR));
  }
  await options.ffmpeg.run(
    renderArgs(spec, samples, options.outFile, Math.min(options.threads ?? 1, MAX_THREADS)),
    {
      signal: options.signal,
      // Filters get names relative to here: a folder's name could contain filter graph syntax.
      cwd: dir,
      total: { frames },
      onProgress: options.onProgress,
    },
  );
  const parameterSets = await filmParameterSets(options.ffmpeg, spec, dir);
  await checkSection(options.outFile, { frames, samples, parameterSets });
  return { frames, samples };
}

const knownSets = new WeakMap<Ffmpeg, Map<string, Promise<string>>>();

/**
 * The H.264 parameter sets of every section of such a film, as readTracks returns them: those of a card of one frame,
 * made once per process in the caller's folder.
 * @throws MediaError
 */
export function filmParameterSets(
  ffmpeg: Ffmpeg,
  film: Pick<SectionSpec, 'width' | 'height' | 'frameRate'>,
  dir: string,
): Promise<string> {
  const { width, height, frameRate } = film;
  const known = knownSets.get(ffmpeg) ?? new Map<string, Promise<string>>();
  knownSets.set(ffmpeg, known);
  const size = `${width}x${height} ${frameRate}`;
  const card = join(dir, 'card.mov');
  const make = async () => {
    const fit = planFit({ sectionMs: 1, narration: null, room: NO_ROOM, frameRate, still: true });
    const spec = {
      source: null,
      excerpt: excerptSchema.parse({ startMs: 0, endMs: 1 }),
      placement: UNFRAMED,
      fit,
      narrationPath: null,
      text: null,
    };
    const oneFrame = { ...spec, fit: { ...fit, effectiveFrames: 1 }, width, height, frameRate };
    await ffmpeg.run(renderArgs(oneFrame, framesToSamples(1, frameRate), card, 1));
    return pictureSets(await readTracks(card));
  };
  const found = known.get(size) ?? make();
  known.set(size, found);
  // A failed one is tried anew by the next caller.
  found.catch(() => known.delete(size));
  return found;
}

const pictureSets = (tracks: MovTrack[]) => tracks.find((t) => t.kind === 'vide')?.parameterSets ?? '';

/** The ffmpeg arguments of one section. */
export function renderArgs(spec: SectionSpec, samples: number, outFile: string, threads: number): string[] {
  const inputs: string[] = [];
  let inputCount = 0;
  const addInput = (args: string[]) => {
    inputs.push(...args);
    return inputCount++;
  };
  const { picture, original } = sourceGraph(spec, threads, addInput);
  const narration =
    spec.narrationPath === null
      ? null
      : {
          label: `${addInput(inputArgs(spec.narrationPath, { formats: WAV_FORMATS }))}:0`,
          tempo: spec.fit.tempo,
        };
  // Not -frames:v, which also ends the file's sound as soon as the last frame is written.
  // Times are counted anew: a repeated picture may be a tick after the first instead of a frame.
  const exact = `trim=end_frame=${spec.fit.effectiveFrames},${evenTimes(spec.frameRate)}`;
  const drawn = spec.text ? `,ass=filename=${TEXT_FILE}:fontsdir=${FONTS_DIR}:shaping=complex` : '';
  const graph = `${picture},${exact}${drawn},${UNIFORM}[picture];${soundGraph(original, narration, samples)}`;
  return [
    ...words(`-filter_complex_threads ${threads}`),
    ...inputs,
    '-filter_complex',
    graph,
    ...words('-map [picture] -map [sound] -map_metadata -1 -map_chapters -1 -fps_mode passthrough'),
    ...videoEncodeArgs(spec.frameRate, threads),
    ...words('-c:a pcm_s16le -f mov'),
    `file:${outFile}`,
  ];
}

function sourceGraph(spec: SectionSpec, threads: number, addInput: (args: string[]) => number) {
  const { source, excerpt, fit, frameRate } = spec;
  const film = { width: spec.width, height: spec.height };
  const seek = (
    { path, formatName, video }: Pick<SectionSource, 'path' | 'formatName' | 'video'>,
    atMs: number,
  ) => {
    const lead = EXACT_SEEK.test(formatName) ? 0 : Math.min(LOOSE_SEEK_LEAD_MS, atMs);
    const extra = clearDecoder(video);
    const input = addInput(inputArgs(path, { seekMs: atMs - lead, keepBeforeSeek: true, threads, extra }));
    return { input, leadMs: lead };
  };
  const { backdrop = null } = spec;
  if (source === null && backdrop) {
    const seen = seek(backdrop, Math.min(backdrop.atMs, Math.max(0, backdrop.video.endMs - 1)));
    const times = timeFilters({ leadMs: seen.leadMs, slow: 1, movingFrames: 1, frameRate });
    const blurred = backdropFilters(backdrop.video, film);
    return {
      picture: `[${seen.input}:${backdrop.video.index}]${[...times, ...blurred].join(',')}`,
      original: null,
    };
  }
  if (source === null) {
    const { background } = spec.placement;
    const plain = `color=c=${CARD_COLOURS[background]}:s=${film.width}x${film.height}:r=${frameRate}`;
    // From RGB, or ffmpeg would take the matrix of BT.601.
    const card = `${plain},format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`;
    return { picture: card, original: null };
  }
  const shape = shapeFilters(source.video, film, spec.placement);
  if (source.imageFormat) {
    const image = inputArgs(source.path, { formats: IMAGE_FORMATS, format: source.imageFormat, threads });
    const times = timeFilters({ leadMs: 0, slow: 1, movingFrames: 1, frameRate });
    const zoom = zoomFilters(spec.placement, fit.effectiveFrames);
    const filters = [...times, ...shape, ...zoom, ...(spec.placement.titled ? [dimmed(CARD_LIGHT)] : [])];
    return { picture: `[${addInput(image)}:v:0]${filters.join(',')}`, original: null };
  }

  // If the picture ends before the in point, its last frame is shown; the sound continues.
  const pictureStartMs = Math.min(excerpt.startMs, Math.max(0, source.video.endMs - 1));
  const seen = seek(source, pictureStartMs);
  const audio = excerpt.volume > 0 ? source.audio : null;
  const heard = pictureStartMs === excerpt.startMs || !audio ? seen : seek(source, excerpt.startMs);
  const parts = framePartsOf(excerpt, fit, frameRate);
  const last = parts.at(-1)!;
  const movingFrames = last.uncutFrame + last.frames;
  const times = timeFilters({ leadMs: seen.leadMs, slow: fit.slow / excerpt.speed, movingFrames, frameRate });
  const original: OriginalSound | null = audio && {
    label: `${heard.input}:${audio.index}`,
    mix: mixFilters(audio),
    leadMs: heard.leadMs,
    fades: {
      inMs: excerpt.fadeIn * 1000,
      outMs: excerpt.fadeOut * 1000,
      endMs: Math.min(fit.effectiveMs, lengthMs(excerpt) + fit.extendMs),
    },
    lengthMs: sourceMs(excerpt, lengthMs({ ...excerpt, cuts: [] }) + fit.extendMs),
    parts: soundParts(excerpt, fit),
    tempo: excerpt.speed,
    gainDb: source.gainDb + 20 * Math.log10(excerpt.volume),
    truePeakDb: source.truePeakDb,
  };
  return {
    picture: `[${seen.input}:${source.video.index}]${[...times, ...cutFilters(parts), ...shape].join(',')}`,
    original,
  };
}

/** What a section's cuts leave of its sound, in ms from its start; none where nothing is cut. */
function soundParts(excerpt: Excerpt, fit: FitPlan): OriginalSound['parts'] {
  if (excerpt.cuts.length === 0) return [];
  const kept = keptParts(excerpt).map(({ startMs, endMs }) => ({
    startMs: startMs - excerpt.startMs,
    endMs: endMs - excerpt.startMs,
  }));
  // What a narration adds follows the last one.
  const last = kept.at(-1);
  if (last) last.endMs += sourceMs(excerpt, fit.extendMs);
  return kept;
}

/** ffmpeg's own decoders of these drop transparency. */
const CLEAR_DECODERS: Record<string, string> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

function clearDecoder({ codec, hasAlpha, index }: VideoInfo): string[] {
  const decoder = hasAlpha ? CLEAR_DECODERS[codec] : undefined;
  return decoder ? [`-c:${index}`, decoder] : [];
}

/** @throws MediaError `failed` when the file is not exactly as long as planned, or does not match its film. */
export async function checkSection(
  path: string,
  wanted: { frames: number; samples: number; parameterSets: string },
): Promise<void> {
  const tracks = await readTracks(path).catch((error: unknown) => {
    throw new MediaError('failed', { detail: `${path}: ${String(error)}`, cause: error });
  });
  if (pictureSets(tracks) !== wanted.parameterSets) {
    throw new MediaError('failed', { detail: `${path}: other parameter sets than its film's` });
  }
  const fault = lengthFault(tracks, wanted);
  if (fault) throw new MediaError('failed', { detail: `rendered ${fault}` });
}
