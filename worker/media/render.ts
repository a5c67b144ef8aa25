import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, WAV_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { framesToMs } from '#film/frames.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { framesToSamples } from '#film/time/timing.ts';
import { creditsAss } from '../subtitles/credits.ts';
import { sectionAss } from '../subtitles/title.ts';
import { layOutFonts } from '../subtitles/fonts.ts';
import { deviceArgs, evenTimes, lastFilter, videoEncodeArgs } from './encode-args.ts';
import { lengthFault, type MovTrack, readTracks } from './mov-boxes.ts';
import type { SectionSpec } from './section-spec.ts';
import { soundGraph } from './sound-filters.ts';
import { sourceGraph } from './source-graph.ts';

export type { Backdrop, SectionSource, SectionSpec } from './section-spec.ts';

export interface RenderOptions {
  ffmpeg: Ffmpeg;
  /** In this attempt's own folder. */
  outFile: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Threads for decoder, filters and encoder each. */
  threads?: number;
}

/** More threads bring no speed at these sizes, and each holds whole frames in memory. */
const MAX_THREADS = 16;
const TEXT_FILE = 'text.ass';
const FONTS_DIR = 'fonts';
/**
 * Renders one section to a MOV of H.264 and PCM: exactly `fit.effectiveFrames` frames and the matching number
 * of samples. The first frame is the one that the source shows at the excerpt's start.
 * @throws MediaError
 */
export async function renderSection(
  spec: SectionSpec,
  options: RenderOptions,
): Promise<{ frames: number; samples: number }> {
  const frames = spec.fit.effectiveFrames;
  const samples = framesToSamples(frames, spec.frameRate);
  const dir = dirname(options.outFile);
  const text = drawnText(spec);
  if (text !== null) {
    await writeFile(join(dir, TEXT_FILE), text);
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

/** Returns the text that is drawn into a section as an .ass file; `null` if no text is drawn. */
function drawnText({ text, credits, placement, fit, width, height, frameRate }: SectionSpec): string | null {
  const picture = { width, height, lengthMs: framesToMs(fit.effectiveFrames, frameRate) };
  if (credits) return creditsAss(credits, picture);
  return text && sectionAss(text, picture, placement);
}

type Film = Pick<SectionSpec, 'width' | 'height' | 'frameRate' | 'encoder'>;

/** Returns the specification of a card without text, this many frames long. */
export function emptyCard({ width, height, frameRate, encoder }: Film, frames: number): SectionSpec {
  const fit = planFit({ sectionMs: 1, narration: null, room: NO_ROOM, frameRate, still: true });
  return {
    source: null,
    excerpt: excerptSchema.parse({ startMs: 0, endMs: 1 }),
    placement: UNFRAMED,
    fit: { ...fit, effectiveFrames: frames },
    narrationPath: null,
    text: null,
    width,
    height,
    frameRate,
    encoder,
  };
}

const knownSets = new WeakMap<Ffmpeg, Map<string, Promise<string>>>();

/**
 * Returns the H.264 parameter sets of every section of such a film, as readTracks does: those of a card of
 * one frame, rendered once per process in the caller's folder.
 * @throws MediaError
 */
export function filmParameterSets(ffmpeg: Ffmpeg, film: Film, dir: string): Promise<string> {
  const { width, height, frameRate, encoder } = film;
  const sets = knownSets.get(ffmpeg) ?? new Map<string, Promise<string>>();
  knownSets.set(ffmpeg, sets);
  const kind = `${width}x${height} ${frameRate} ${encoder?.name}`;
  const card = join(dir, 'card.mov');
  const make = async () => {
    await ffmpeg.run(renderArgs(emptyCard(film, 1), framesToSamples(1, frameRate), card, 1));
    return pictureSets(await readTracks(card));
  };
  const result = sets.get(kind) ?? make();
  sets.set(kind, result);
  // A failed attempt is repeated by the next caller.
  result.catch(() => sets.delete(kind));
  return result;
}

const pictureSets = (tracks: MovTrack[]) => tracks.find((t) => t.kind === 'vide')?.parameterSets ?? '';

/** Returns the ffmpeg arguments of one section. */
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
  // Not -frames:v, which also ends the audio as soon as the last frame is written. Times are counted from the
  // beginning: a repeated frame may be a tick after the first one instead of a frame.
  const exact = `trim=end_frame=${spec.fit.effectiveFrames},${evenTimes(spec.frameRate)}`;
  const drawFilter =
    spec.text || spec.credits ? `,ass=filename=${TEXT_FILE}:fontsdir=${FONTS_DIR}:shaping=complex` : '';
  const graph = `${picture},${exact}${drawFilter},${lastFilter(spec.encoder)}[picture];${soundGraph(original, narration, samples)}`;
  return [
    ...deviceArgs(spec.encoder),
    ...words(`-filter_complex_threads ${threads}`),
    ...inputs,
    '-filter_complex',
    graph,
    ...words('-map [picture] -map [sound] -map_metadata -1 -map_chapters -1 -fps_mode passthrough'),
    ...videoEncodeArgs(spec.frameRate, threads, spec.encoder),
    ...words('-c:a pcm_s16le -f mov'),
    `file:${outFile}`,
  ];
}

/** @throws MediaError `failed` if the file is not exactly as long as planned, or does not match its film */
export async function checkSection(
  path: string,
  expected: { frames: number; samples: number; parameterSets: string },
): Promise<void> {
  const tracks = await readTracks(path).catch((error: unknown) => {
    throw new MediaError('failed', { detail: `${path}: ${String(error)}`, cause: error });
  });
  if (pictureSets(tracks) !== expected.parameterSets) {
    throw new MediaError('failed', { detail: `${path}: parameter sets differ from its film's` });
  }
  const fault = lengthFault(tracks, expected);
  if (fault) throw new MediaError('failed', { detail: `rendered ${fault}` });
}
