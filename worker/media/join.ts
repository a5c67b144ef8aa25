import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { END_FADE, endFadeIn } from '#film/sound/end-fades.ts';
import type { Language } from '#contract/primitives.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { CONCAT_FORMATS, inputArgs, METADATA_FORMATS, SUBTITLE_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { framesToMs } from '#film/frames.ts';
import { type FrameRange, type JoinPart, partFrames } from '#film/transitions/film-parts.ts';
import { framePlaces } from '#film/transitions/transitions.ts';
import { framesToSamples, SAMPLE_RATE } from '#film/time/timing.ts';
import { filmMetadata } from './chapters.ts';
import { TICKS_PER_FRAME } from './encode-args.ts';
import { type FilmMusic, mixMusic } from './music.ts';
import { lengthFault, readTracks, switchOffTracks } from './mov-boxes.ts';
import { filmParameterSets } from './render.ts';
import { copyBody } from './transition.ts';

export interface JoinSection {
  /** A file written by renderSection, and its number of frames. */
  path: string;
  frames: number;
  sectionId: string;
  title: string;
}

/** A file written by renderTransition. */
export interface JoinedTransition extends JoinPart {
  path: string;
}

export interface JoinOptions {
  ffmpeg: Ffmpeg;
  sections: JoinSection[];
  /** The transition after each section but the last; `null` for a cut, and absent if all are cuts. */
  transitions?: (JoinedTransition | null)[];
  /** Plays under the whole film; `null` or absent for none. */
  music?: FilmMusic | null;
  /** A .srt file that becomes a track of the film; `null` for none. */
  subtitlesPath: string | null;
  /** The film's size in pixels, and its frames per second. */
  width: number;
  height: number;
  frameRate: number;
  /** Whether the sections were encoded by hardware, which this machine may not have. */
  hardware?: boolean;
  title: string;
  language: Language;
  /** Whether the audio fades in at the start and out at the end. */
  endFades?: boolean;
  outFile: string;
  /** This attempt's own folder. */
  workDir: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

export interface JoinedFilm {
  durationMs: number;
  bytes: number;
  width: number;
  height: number;
}

/** ISO 639-2 codes, which MP4 uses. */
const LANGUAGE_TAGS: Record<Language, string> = { en: 'eng', bn: 'ben', hi: 'hin' };

/** Music's share of the progress of a join. */
const MIX_SHARE = 0.4;

/** The positions of rendered sections and transitions that are damaged or do not match the others. */
export class UnfitSectionsError extends MediaError {
  readonly places: number[];
  /** Each identified by the section before it. */
  readonly transitions: number[];

  constructor(faults: Map<number, string>, transitions = new Map<number, string>()) {
    const faultLines = (kind: string, all: Map<number, string>) =>
      [...all].map(([place, what]) => `${kind} ${place}: ${what}`);
    const detail = [...faultLines('section', faults), ...faultLines('transition', transitions)].join('\n');
    super('failed', { message: 'A section of the film is damaged.', detail });
    this.places = [...faults.keys()];
    this.transitions = [...transitions.keys()];
  }
}

/**
 * Joins rendered sections and their transitions into the film. The video is copied and the audio is encoded
 * once as a whole, so that it neither drifts nor clicks at a join. Music is mixed into that audio.
 * @throws UnfitSectionsError if some cannot be joined to the others
 * @throws MediaError `failed` if the film is not exactly the sum of its sections
 */
export async function joinFilm(options: JoinOptions): Promise<JoinedFilm> {
  const { ffmpeg, sections, subtitlesPath, language, frameRate, workDir, signal } = options;
  if (sections.length === 0)
    throw new MediaError('failed', { message: 'A film needs at least one section.' });
  await checkSections(options);
  const places = framePlaces(sections);
  const frames = places.reduce((sum, place) => sum + place.frames, 0);

  const listPath = join(workDir, 'sections.ffconcat');
  const metadataPath = join(workDir, 'film.ffmetadata');
  const chapters = sections.map(({ title }, index) => ({ title, frames: places[index]!.frames }));
  await writeFile(listPath, concatList(await partsOf(options), frameRate));
  await writeFile(metadataPath, filmMetadata({ title: options.title, frameRate, chapters }));

  const ticks = (what: string) => `round(${what}/${TICKS_PER_FRAME})*${TICKS_PER_FRAME}`;
  const film = inputArgs(listPath, {
    formats: CONCAT_FORMATS,
    format: 'concat',
    // The parameter sets are known to be equal, so packets need no conversion.
    extra: ['-safe', '0', '-auto_convert', '0'],
  });
  const mixed = options.music
    ? await mixMusic(options.music, film, {
        ffmpeg,
        workDir,
        samples: framesToSamples(frames, frameRate),
        signal,
        onProgress: (fraction) => options.onProgress?.(fraction * MIX_SHARE),
      })
    : null;
  const fades = options.endFades ? endFadeFilters(framesToSamples(frames, frameRate)) : [];
  const fadedMix = fades.length > 0 ? [`[sound]${fades.join(',')}[faded]`] : [];
  const before = mixed ? MIX_SHARE : 0;
  const metadata = mixed ? 2 : 1;
  await ffmpeg.run(
    [
      ...film,
      ...(mixed?.input ?? []),
      ...inputArgs(metadataPath, { formats: METADATA_FORMATS, format: 'ffmetadata' }),
      ...(subtitlesPath ? inputArgs(subtitlesPath, { formats: SUBTITLE_FORMATS, format: 'srt' }) : []),
      ...(mixed ? ['-filter_complex', [mixed.graph, ...fadedMix].join(';')] : []),
      ...words(`-map 0:v:0 -map ${mixed ? (fades.length > 0 ? '[faded]' : '[sound]') : '0:a:0'}`),
      ...words(`-map_metadata ${metadata} -map_chapters ${metadata}`),
      ...(subtitlesPath ? subtitleArgs(language, metadata + 1) : []),
      // The list counts in microseconds. Without this, a frame may be a tick early or late.
      ...words(`-c:v copy -video_track_timescale ${frameRate * TICKS_PER_FRAME}`),
      ...words(`-bsf:v setts=pts=${ticks('PTS')}:dts=${ticks('DTS')}:duration=${TICKS_PER_FRAME}`),
      ...(mixed ? [] : ['-af', ['asetpts=N/SR/TB', ...fades].join(',')]),
      ...words('-c:a aac -b:a 192k -ar 48000 -ac 2'),
      ...words(`-metadata:s:a:0 language=${LANGUAGE_TAGS[language]} -movflags +faststart -f mp4`),
      `file:${options.outFile}`,
    ],
    {
      signal,
      total: { frames },
      onProgress: (fraction) => options.onProgress?.(before + fraction * (1 - before)),
    },
  );
  if (subtitlesPath) await switchOffTracks(options.outFile, 'sbtl');
  return checkJoined(options, frames);
}

/** Returns the filters that fade the audio of a film with this many samples at its ends. */
function endFadeFilters(samples: number): string[] {
  const lasts = Math.floor(endFadeIn(samples, END_FADE * SAMPLE_RATE));
  return [`afade=t=in:ss=0:ns=${lasts}:curve=tri`, `afade=t=out:ss=${samples - lasts}:ns=${lasts}:curve=tri`];
}

/** Adds a soft track, off until the viewer turns it on. */
function subtitleArgs(language: Language, input: number): string[] {
  return words(`-map ${input}:s:0 -c:s mov_text -metadata:s:s:0 language=${LANGUAGE_TAGS[language]}`);
}

/**
 * Returns the files of the film in order: sections, or what their transitions leave of them, and the
 * transitions.
 */
async function partsOf(options: JoinOptions): Promise<{ path: string; frames: number }[]> {
  const { ffmpeg, sections, transitions = [], frameRate, workDir, signal } = options;
  const parts: { path: string; frames: number }[] = [];
  for (const [index, section] of sections.entries()) {
    const after = transitions[index] ?? null;
    const body: FrameRange = {
      from: transitions[index - 1]?.to ?? 0,
      to: after?.from ?? section.frames,
    };
    if (body.to - body.from === section.frames) parts.push(section);
    else if (body.to > body.from) {
      const outFile = join(workDir, `body-${index}.mov`);
      await copyBody(section, body, { ffmpeg, frameRate, outFile, signal });
      parts.push({ path: outFile, frames: body.to - body.from });
    }
    if (after) parts.push({ path: after.path, frames: partFrames(after, section.frames) });
  }
  return parts;
}

/**
 * Returns the list for ffmpeg's concat demuxer, with exact lengths so that none are guessed from the files.
 */
export function concatList(sections: { path: string; frames: number }[], frameRate: number): string {
  const lines = sections.flatMap(({ path, frames }) => [
    `file 'file:${path.replaceAll("'", String.raw`'\''`)}'`,
    `duration ${(frames / frameRate).toFixed(6)}`,
  ]);
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}

async function checkSections(options: JoinOptions): Promise<void> {
  const { ffmpeg, sections, transitions = [], workDir } = options;
  const faults = { sections: new Map<number, string>(), transitions: new Map<number, string>() };
  const sets: { place: number; kind: keyof typeof faults; own: string }[] = [];
  const inspect = async (
    kind: keyof typeof faults,
    place: number,
    file: { path: string; frames: number },
  ) => {
    const { fault, parameterSets } = await lookAt(file, options.frameRate);
    if (fault) faults[kind].set(place, fault);
    else sets.push({ place, kind, own: parameterSets });
  };
  for (const [place, section] of sections.entries()) await inspect('sections', place, section);
  for (const [place, part] of transitions.entries())
    if (part)
      await inspect('transitions', place, {
        path: part.path,
        frames: partFrames(part, sections[place]!.frames),
      });
  // Sections of another encoder version match each other, so only differences between them matter.
  if (new Set(sets.map(({ own }) => own)).size > 1) {
    // Hardware of different machines may never match, so no such section is expected to.
    const expected = options.hardware ? null : await filmParameterSets(ffmpeg, options, workDir);
    for (const { place, kind, own } of sets)
      if (own !== expected) faults[kind].set(place, 'other parameter sets');
  }
  if (faults.sections.size + faults.transitions.size > 0)
    throw new UnfitSectionsError(faults.sections, faults.transitions);
}

/** Returns the fault of a file by itself, `null` for none, and its parameter sets. */
async function lookAt({ path, frames }: { path: string; frames: number }, frameRate: number) {
  const of = (fault: string | null, parameterSets = '') => ({ fault, parameterSets });
  const tracks = await readTracks(path).catch((error: unknown) => String(error));
  if (typeof tracks === 'string') return of(tracks);
  const picture = tracks.find((t) => t.kind === 'vide');
  const fault = lengthFault(tracks, { frames, samples: framesToSamples(frames, frameRate) });
  if (fault) return of(fault);
  if (picture?.timescale !== frameRate * TICKS_PER_FRAME) return of(`timescale ${picture?.timescale}`);
  return of(null, picture.parameterSets);
}

async function checkJoined(options: JoinOptions, frames: number): Promise<JoinedFilm> {
  const { ffmpeg, outFile, frameRate, signal } = options;
  const wantedMs = framesToMs(frames, frameRate);
  const packets = (await readTracks(outFile)).find((t) => t.kind === 'vide')?.samples;
  const probe = await probeMedia(ffmpeg, outFile, { signal, maxDurationMs: Number.POSITIVE_INFINITY });
  const { video, audio } = probe;
  const near = (ms: number | undefined, expected: number) =>
    ms !== undefined && Math.abs(ms - expected) <= 1000 / frameRate;
  const exact =
    packets === frames &&
    near(video?.startMs, 0) &&
    near(audio?.startMs, 0) &&
    near(video?.endMs, wantedMs) &&
    near(audio?.endMs, wantedMs) &&
    near(probe.durationMs, wantedMs);
  if (!video || !exact) {
    throw new MediaError('failed', {
      detail: `film of ${packets} frames, expected ${frames} (${wantedMs} ms): ${JSON.stringify(probe)}`,
    });
  }
  const { size } = await stat(outFile);
  return { durationMs: wantedMs, bytes: size, width: video.width, height: video.height };
}
