import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#contract/primitives.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { CONCAT_FORMATS, inputArgs, METADATA_FORMATS, SUBTITLE_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { framesToMs } from '#contract/frames.ts';
import { framesToSamples } from '#core/film/timing.ts';
import { filmMetadata } from './chapters.ts';
import { TICKS_PER_FRAME } from './encode-args.ts';
import { readTracks, switchOffTracks } from './mov-boxes.ts';
import { filmParameterSets } from './render.ts';

export interface JoinSection {
  /** A file of renderSection, and its number of frames. */
  path: string;
  frames: number;
  sectionId: string;
  title: string;
}

export interface JoinOptions {
  ffmpeg: Ffmpeg;
  sections: JoinSection[];
  /** A .srt file that becomes a track of the film; null for none. */
  subtitlesPath: string | null;
  /** The film's picture in pixels, and its frames a second. */
  width: number;
  height: number;
  frameRate: number;
  title: string;
  language: Language;
  outFile: string;
  /** This attempt's own folder. */
  workDir: string;
  signal?: AbortSignal;
  /** The part done, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

export interface JoinedFilm {
  durationMs: number;
  bytes: number;
  width: number;
  height: number;
}

/** ISO 639-2, as MP4 has it. */
const LANGUAGE_TAGS: Record<Language, string> = { en: 'eng', bn: 'ben', hi: 'hin' };

/** Rendered sections that are missing, damaged or unlike the others: by their places in the film. */
export class UnfitSectionsError extends MediaError {
  readonly places: number[];

  constructor(faults: Map<number, string>) {
    const detail = [...faults].map(([place, what]) => `section ${place}: ${what}`).join('\n');
    super('failed', { message: 'A section of the film is damaged.', detail });
    this.places = [...faults.keys()];
  }
}

/**
 * Joins rendered sections into the film: the picture is copied, the sound encoded once in one piece, so that neither
 * drifts nor clicks at a join.
 * @throws UnfitSectionsError when some cannot be joined to the others.
 * @throws MediaError `failed` when the film is not exactly the sum of its sections.
 */
export async function joinFilm(options: JoinOptions): Promise<JoinedFilm> {
  const { ffmpeg, sections, subtitlesPath, language, frameRate, workDir, signal } = options;
  if (sections.length === 0)
    throw new MediaError('failed', { message: 'A film needs at least one section.' });
  await checkSections(options);
  const frames = sections.reduce((sum, s) => sum + s.frames, 0);

  const listPath = join(workDir, 'sections.ffconcat');
  const metadataPath = join(workDir, 'film.ffmetadata');
  const chapters = sections.map(({ title, frames }) => ({ title, frames }));
  await writeFile(listPath, concatList(sections, frameRate));
  await writeFile(metadataPath, filmMetadata({ title: options.title, frameRate, chapters }));

  const ticks = (what: string) => `round(${what}/${TICKS_PER_FRAME})*${TICKS_PER_FRAME}`;
  await ffmpeg.run(
    [
      ...inputArgs(listPath, {
        formats: CONCAT_FORMATS,
        format: 'concat',
        // The parameter sets are known to be equal, so packets need no conversion.
        extra: ['-safe', '0', '-auto_convert', '0'],
      }),
      ...inputArgs(metadataPath, { formats: METADATA_FORMATS, format: 'ffmetadata' }),
      ...(subtitlesPath ? inputArgs(subtitlesPath, { formats: SUBTITLE_FORMATS, format: 'srt' }) : []),
      ...words('-map 0:v:0 -map 0:a:0 -map_metadata 1 -map_chapters 1'),
      ...(subtitlesPath ? subtitleArgs(language) : []),
      // The list counts in microseconds: without this a picture may be a tick early or late.
      ...words(`-c:v copy -video_track_timescale ${frameRate * TICKS_PER_FRAME}`),
      ...words(`-bsf:v setts=pts=${ticks('PTS')}:dts=${ticks('DTS')}:duration=${TICKS_PER_FRAME}`),
      ...words('-af asetpts=N/SR/TB -c:a aac -b:a 192k -ar 48000 -ac 2'),
      ...words(`-metadata:s:a:0 language=${LANGUAGE_TAGS[language]} -movflags +faststart -f mp4`),
      `file:${options.outFile}`,
    ],
    { signal, total: { frames }, onProgress: options.onProgress },
  );
  if (subtitlesPath) await switchOffTracks(options.outFile, 'sbtl');
  return checkFilm(options, frames);
}

/** A soft track, off until the viewer turns it on. */
function subtitleArgs(language: Language): string[] {
  return words(`-map 2:s:0 -c:s mov_text -metadata:s:s:0 language=${LANGUAGE_TAGS[language]}`);
}

/** The list for ffmpeg's concat demuxer, with exact lengths so that nothing is guessed from the files. */
export function concatList(sections: { path: string; frames: number }[], frameRate: number): string {
  const lines = sections.flatMap(({ path, frames }) => [
    `file 'file:${path.replaceAll("'", String.raw`'\''`)}'`,
    `duration ${(frames / frameRate).toFixed(6)}`,
  ]);
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}

async function checkSections(options: JoinOptions): Promise<void> {
  const { ffmpeg, sections, workDir } = options;
  const faults = new Map<number, string>();
  const sets = new Map<number, string>();
  for (const [place, section] of sections.entries()) {
    const { fault, parameterSets } = await lookAt(section, options.frameRate);
    if (fault) faults.set(place, fault);
    else sets.set(place, parameterSets);
  }
  // Sections of another encoder version match each other, so only differences matter.
  if (new Set(sets.values()).size > 1) {
    const wanted = await filmParameterSets(ffmpeg, options, workDir);
    for (const [place, own] of sets) if (own !== wanted) faults.set(place, 'other parameter sets');
  }
  if (faults.size > 0) throw new UnfitSectionsError(faults);
}

/** The fault of a section by itself, null for none, and its parameter sets. */
async function lookAt({ path, frames }: JoinSection, frameRate: number) {
  const of = (fault: string | null, parameterSets = '') => ({ fault, parameterSets });
  const tracks = await readTracks(path).catch((error: unknown) => String(error));
  if (typeof tracks === 'string') return of(tracks);
  const picture = tracks.find((t) => t.kind === 'vide');
  const sound = tracks.find((t) => t.kind === 'soun');
  const samples = framesToSamples(frames, frameRate);
  if (picture?.samples !== frames) return of(`${picture?.samples} of ${frames} frames`);
  if (sound?.samples !== samples) return of(`${sound?.samples} of ${samples} samples`);
  if (picture.timescale !== frameRate * TICKS_PER_FRAME) return of(`timescale ${picture.timescale}`);
  return of(null, picture.parameterSets);
}

async function checkFilm(options: JoinOptions, frames: number): Promise<JoinedFilm> {
  const { ffmpeg, outFile, frameRate, signal } = options;
  const wantedMs = framesToMs(frames, frameRate);
  const packets = (await readTracks(outFile)).find((t) => t.kind === 'vide')?.samples;
  const probe = await probeMedia(ffmpeg, outFile, { signal, maxDurationMs: Number.POSITIVE_INFINITY });
  const { video, audio } = probe;
  const near = (ms: number | undefined, wanted: number) =>
    ms !== undefined && Math.abs(ms - wanted) <= 1000 / frameRate;
  const exact =
    packets === frames &&
    near(video?.startMs, 0) &&
    near(audio?.startMs, 0) &&
    near(video?.endMs, wantedMs) &&
    near(audio?.endMs, wantedMs) &&
    near(probe.durationMs, wantedMs);
  if (!video || !exact) {
    throw new MediaError('failed', {
      detail: `film of ${packets} frames, wanted ${frames} (${wantedMs} ms): ${JSON.stringify(probe)}`,
    });
  }
  const { size } = await stat(outFile);
  return { durationMs: wantedMs, bytes: size, width: video.width, height: video.height };
}
