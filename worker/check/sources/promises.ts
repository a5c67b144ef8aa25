import { open } from 'node:fs/promises';
import type { Part } from '#contract/cuts.ts';
import type { Finding } from '#contract/film-check.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { MeasuredFilm } from '../measure-film.ts';
import type { ClearRows, PlayedPart, PlannedSection } from '../plan.ts';
import { judgeLengths, type PlacedSection } from './lengths.ts';
import { framesOf, type ProxyRange, type SourceFrame } from './marks.ts';
import {
  type Mark,
  type Place,
  placeOfSection,
  placesOf,
  REACH_MS,
  type SectionPlace,
} from './picture-shift.ts';
import { piecesIn } from './promised.ts';
import type { Sources } from './proxies.ts';
import { judgeSounds, soundShiftOf } from './sounds.ts';

/**
 * Ignored on either side of a transition or a cut, in ms of the film: its frames may belong to either side.
 */
const BESIDE_MS = 70;
/** How much of a long section is examined at either end, in ms of the film. */
const END_MS = 8000;
/** Parts of a video with a shorter gap between them are read as one range, in ms of the video. */
const TOGETHER_MS = 2000;
/** The maximum number of ranges of a video that are read for one end of a section. */
const MAX_RANGES = 3;

interface Options {
  ffmpeg: Ffmpeg;
  sources: Sources;
  /** The planned duration of the film, in ms. */
  durationMs: number;
  workDir: string;
  signal?: AbortSignal;
}

/**
 * Reports sections that are shorter or longer than planned, and sections whose audio is out of sync with
 * their picture.
 * @param found the findings from the film's picture and audio alone
 */
export async function comparePromises(
  measured: MeasuredFilm,
  sections: readonly PlannedSection[],
  { found, ...options }: Options & { found: readonly Finding[] },
): Promise<Finding[]> {
  const { looks } = measured;
  const inners = sections.map((_, index) => innerOf(sections, index));
  const places = await placesIn(looks, sections, inners, options);
  const filmShiftMs = (looks.count * 1000) / looks.frameRate - options.durationMs;
  const placed: PlacedSection[] = [];
  for (const [index, section] of sections.entries()) {
    const soundShiftMs = await soundShiftOf(section, inners[index]!, measured, options.sources);
    placed.push({ section, place: places[index] ?? null, soundShiftMs });
  }
  const lengths = judgeLengths(placed, { filmShiftMs, found });
  return [...lengths, ...judgeSounds(placed, lengths.length > 0)];
}

/** A section without its transitions, in ms of the film. */
function innerOf(sections: readonly PlannedSection[], index: number): Part {
  const { startMs, endMs, blendMs } = sections[index]!;
  const before = sections[index - 1]?.blendMs ?? 0;
  return { startMs: startMs + before + BESIDE_MS, endMs: endMs - blendMs - BESIDE_MS };
}

/** One end of a section or the whole section, and the ranges of its video from which frames are read. */
interface Examined {
  index: number;
  clearRows: ClearRows;
  pieces: PlayedPart[];
  ranges: ProxyRange[];
}

/**
 * Returns where each section's frames are in the film; `null` for a section that has no frames to compare.
 */
async function placesIn(
  looks: MeasuredFilm['looks'],
  sections: readonly PlannedSection[],
  inners: readonly Part[],
  { ffmpeg, sources, workDir, signal }: Options,
): Promise<(SectionPlace | null)[]> {
  const examined: Examined[] = [];
  for (const [index, { shown }] of sections.entries()) {
    const proxy = shown?.clearRows ? await sources.proxyOf(shown.scanKey) : null;
    if (!shown?.clearRows || !proxy) continue;
    const { clearRows, placement, parts, scanKey } = shown;
    const camera = await sources.cameraOf(scanKey, placement);
    for (const [end, span] of endsOf(inners[index]!).entries()) {
      const pieces = piecesIn(parts, span, BESIDE_MS);
      const all = rangesOf(pieces).map((range) => ({ ...range, proxy, placement, camera }));
      const ranges = end === 0 ? all.slice(0, MAX_RANGES) : all.slice(-MAX_RANGES);
      examined.push({ index, clearRows, pieces, ranges });
    }
  }
  const frames = await framesOf(
    examined.flatMap(({ ranges }) => ranges),
    { ffmpeg, size: looks, workDir, signal },
  );
  const marks: Mark[][] = sections.map(() => []);
  const places: Place[][] = sections.map(() => []);
  for (const { index, clearRows, pieces, ranges } of examined) {
    const own = frames
      .splice(0, ranges.length)
      .flat()
      .flatMap((frame) => markOf(frame, pieces));
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) continue;
    const film = await looksAround(looks, { startMs: first.filmMs, endMs: last.filmMs });
    marks[index]!.push(...own);
    places[index]!.push(...placesOf(own, film, clearRows));
  }
  return marks.map((own, index) => (own.length > 0 ? placeOfSection(own, places[index]!) : null));
}

/** Returns the beginning and the end of a long section, or the whole of a short one, in ms of the film. */
function endsOf({ startMs, endMs }: Part): Part[] {
  if (endMs - startMs <= 2 * END_MS) return [{ startMs, endMs }];
  return [
    { startMs, endMs: startMs + END_MS },
    { startMs: endMs - END_MS, endMs },
  ];
}

/** Returns the ranges of a video from which these pieces are read, in ms. */
function rangesOf(pieces: readonly PlayedPart[]): Part[] {
  const ranges: Part[] = [];
  for (const { startMs, endMs } of pieces) {
    const last = ranges.at(-1);
    if (last && startMs - last.endMs < TOGETHER_MS) last.endMs = endMs;
    else ranges.push({ startMs, endMs });
  }
  return ranges;
}

/** Returns a frame with its time in the film; an empty list if the section does not show the frame. */
function markOf({ ms, pixels }: SourceFrame, pieces: readonly PlayedPart[]): Mark[] {
  const piece = pieces.find((one) => one.startMs <= ms && ms < one.endMs);
  if (!piece) return [];
  const { startMs, endMs } = piece.inFilm;
  const part = (ms - piece.startMs) / (piece.endMs - piece.startMs);
  return [{ filmMs: startMs + part * (endMs - startMs), pixels }];
}

/** Reads a film's small frames from some time before a span to some time after it. */
async function looksAround(looks: MeasuredFilm['looks'], { startMs, endMs }: Part) {
  const { path, width, height, frameRate, count } = looks;
  const frameAt = (ms: number) => Math.round((ms * frameRate) / 1000);
  const first = Math.max(0, frameAt(startMs - REACH_MS));
  const last = Math.min(count, frameAt(endMs + REACH_MS) + 1);
  const frames = Buffer.alloc(Math.max(0, last - first) * width * height);
  const file = await open(path);
  try {
    await file.read(frames, 0, frames.length, first * width * height);
  } finally {
    await file.close();
  }
  return { frames, first, width, height, frameRate };
}
