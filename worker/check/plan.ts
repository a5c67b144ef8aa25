import type { FilmResult, GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';
import { remainingParts } from '#film/time/cuts.ts';
import type { Part } from '#contract/cuts.ts';
import type { Placement } from '#contract/placement.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import { lengthMs, sinceStart, sourceMs } from '#film/time/section-length.ts';
import type { Language } from '#contract/primitives.ts';
import type { Fit } from '#contract/sections.ts';
import { drawsCaptions } from '#film/captions/drawn-captions.ts';
import { drawnLines } from '#film/cards/titles.ts';

/** How early a filter may report, in ms. */
const FRAMES_MS = 100;

/** A part of a source between two cuts, in ms of the source, and its position in the film. */
export interface PlayedPart extends Part {
  inFilm: Part;
}

/** Rows of a frame, as shares of its height; the end is exclusive. */
export type ClearRows = readonly [number, number];

/** The frames of a video that a section shows. */
export interface ShownVideo {
  scanKey: string;
  placement: Placement;
  /** The rows with no text drawn over them; `null` if it may be anywhere. */
  clearRows: ClearRows | null;
  parts: PlayedPart[];
  /**
   * The frame that is held at the section's end, in ms of the video, and its time in the film; `null` if no
   * frame is held.
   */
  held: { atMs: number; inFilm: Part } | null;
}

/** The audio of a video that a section plays, also under a narration. */
export interface PlayedAudio {
  scanKey: string;
  parts: PlayedPart[];
  excerpt: Excerpt;
  /** See `noise` of a section. */
  noise: true | undefined;
}

/** A section of a film as its generation planned it, with its times in the film in ms. */
export interface PlannedSection {
  sectionId: string;
  startMs: number;
  endMs: number;
  /** The planned length of its video in the film, in ms; `null` for an image and a title card. */
  promisedMs: number | null;
  /** An image or a title card, which are frozen by intention. */
  still: boolean;
  /** Whether it is silent by intention. */
  quiet: boolean;
  /** Neither speech nor music, and not raised like other sections. */
  noise: boolean;
  /** How long the film is dark and quiet before and after its end by intention, in ms. */
  dipMs: number;
  /** How long it is mixed with the next section or dark before its end, in ms: half of the transition. */
  blendMs: number;
  /** How long its last frame is held while the narration ends, in ms. */
  freezeMs: number;
  /** The language of its narration; `null` if its own audio plays. */
  narrated: Language | null;
  /** `null` for an image and a title card. */
  shown: ShownVideo | null;
  /** `null` if no audio of a video plays. */
  played: PlayedAudio | null;
  /** The texts that are drawn beside captions: the title of a card, the lines of a lower third. */
  drawn: string[];
  /** The parts of its source that play with their own audio; `null` if its own audio does not play. */
  audible: { videoId: string; parts: PlayedPart[] } | null;
}

export function planOf(film: FilmResult, generation: GenerationInput): PlannedSection[] {
  const { sections } = generation;
  return film.sections.map(({ sectionId, startMs, effectiveMs, wholeMs, fit }, index) => {
    const { narration, media, muted, noise, transition, transitionSeconds, ...range } = sections[index]!;
    const video = media.kind === 'video' ? media : null;
    const audible = video !== null && !muted && range.volume > 0;
    const own = audible && !narration;
    // In a film of an earlier version, a crossfade overlapped a part of the section.
    const compared = wholeMs === undefined ? video : null;
    const place = { startMs, endMs: startMs + effectiveMs };
    const extendMs = fit.extend * 1000;
    return {
      sectionId,
      startMs,
      endMs: startMs + effectiveMs,
      promisedMs: compared && (lengthMs(range) + extendMs) * fit.slow + fit.freeze * 1000,
      still: media.kind !== 'video',
      quiet: !narration && !own,
      noise: own && noise === true,
      dipMs: transition === 'dip' && index < sections.length - 1 ? transitionSeconds * 500 : 0,
      blendMs: transition !== 'cut' && index < sections.length - 1 ? transitionSeconds * 500 : 0,
      freezeMs: fit.freeze * 1000,
      narrated: narration?.language ?? null,
      drawn: drawnLines(sections[index]!),
      shown: compared && shownOf(compared.scanKey, sections[index]!, place, { fit, made: generation }),
      played:
        compared && audible
          ? {
              scanKey: compared.scanKey,
              parts: playedParts(range, place, { extendMs }),
              excerpt: range,
              noise,
            }
          : null,
      audible: own ? { videoId: video.videoId, parts: partsIn(range, place) } : null,
    };
  });
}

function shownOf(
  scanKey: string,
  section: SectionSnapshot,
  { startMs, endMs }: Part,
  { fit, made }: { fit: Fit; made: GenerationInput },
): ShownVideo {
  const { slow, extend, freeze } = fit;
  const movesTo = endMs - freeze * 1000;
  const parts = playedParts(section, { startMs, endMs: movesTo }, { slow, extendMs: extend * 1000 });
  const last = parts.at(-1);
  const held = freeze > 0 && last ? { atMs: last.endMs, inFilm: { startMs: movesTo, endMs } } : null;
  return { scanKey, placement: section, clearRows: clearRowsOf(section, made), parts, held };
}

/** The share of the height that captions and lower thirds take at an edge. */
const TEXT_ROWS = 0.45;

function clearRowsOf(section: SectionSnapshot, film: GenerationInput): ClearRows | null {
  const isSaid = section.narration !== null || section.words.length > 0;
  const captions = isSaid && drawsCaptions(section, film);
  const lowerThird = section.lowerThird !== undefined;
  // A lower third moves captions away.
  if (section.titled || (captions && (lowerThird || film.captionPlace === 'middle'))) return null;
  if (!captions && !lowerThird) return [0, 1];
  return captions && film.captionPlace === 'top' ? [TEXT_ROWS, 1] : [0, 1 - TEXT_ROWS];
}

/**
 * Returns which frames or which audio of a video play when.
 * @param fit how much is played after the out point, in ms of the film, and the factor by which everything is
 * slowed
 */
function playedParts(range: Excerpt, { startMs, endMs }: Part, { extendMs = 0, slow = 1 }): PlayedPart[] {
  const remaining = remainingParts(range);
  return remaining.flatMap((part, index) => {
    const laterMs = index === remaining.length - 1 ? sourceMs(range, extendMs) : 0;
    const playedMs = part.endMs - part.startMs + laterMs;
    const lengthMs = (playedMs / range.speed) * slow;
    const from = startMs + sinceStart(range, part.startMs) * slow;
    const to = Math.min(from + lengthMs, endMs);
    if (from >= to) return [];
    const end = part.startMs + playedMs * ((to - from) / lengthMs);
    return [{ startMs: part.startMs, endMs: end, inFilm: { startMs: from, endMs: to } }];
  });
}

/** Returns the parts that a section plays with its own audio. */
function partsIn(range: Excerpt, { startMs, endMs }: Part): PlayedPart[] {
  const inFilm = (ms: number) => startMs + sinceStart(range, ms);
  const remaining = remainingParts(range);
  return remaining.map((part, index) => ({
    ...part,
    inFilm: {
      startMs: inFilm(part.startMs),
      endMs: index === remaining.length - 1 ? endMs : inFilm(part.endMs),
    },
  }));
}

/**
 * Returns the section at a moment of the film. Within a few frames before a section's start, it is the next
 * one.
 */
export function sectionAt(sections: readonly PlannedSection[], ms: number): PlannedSection | undefined {
  return sections.findLast(({ startMs }) => startMs <= ms + FRAMES_MS) ?? sections[0];
}
