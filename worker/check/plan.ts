import type { FilmResult, GenerationInput } from '#contract/jobs/generation.ts';
import { keptParts, type Part } from '#contract/cuts.ts';
import { type Excerpt, sinceStart } from '#contract/section-length.ts';
import type { Language } from '#contract/primitives.ts';
import { drawnLines } from '#core/film/titles.ts';

/** What a filter may be early, in ms. */
const FRAMES_MS = 100;

/** A part of a source between two cuts, in ms of the source, and where it is in the film. */
export interface HeardPart extends Part {
  inFilm: Part;
}

/** A section of a film as its generation planned it, with its times in the film in ms. */
export interface PlannedSection {
  sectionId: string;
  startMs: number;
  endMs: number;
  /** An image or a title card, which stand by intention. */
  still: boolean;
  /** Silent by intention. */
  quiet: boolean;
  /** Neither speech nor music, and not raised as other sections are. */
  noise: boolean;
  /** How long the film is dark and quiet around its end by intention, before and after it, in ms. */
  dipMs: number;
  /** How long its last picture stands while the narration ends, in ms. */
  freezeMs: number;
  /** The language of its narration; null where its own sound plays. */
  narrated: Language | null;
  /** What is drawn beside captions: the title of a card, the lines of a lower third. */
  drawn: string[];
  /** What of its source plays with its own sound; null otherwise. */
  heard: { videoId: string; parts: HeardPart[] } | null;
}

export function planOf(film: FilmResult, { sections }: GenerationInput): PlannedSection[] {
  return film.sections.map(({ sectionId, startMs, effectiveMs, fit }, index) => {
    const { narration, media, muted, noise, transition, transitionSeconds, ...range } = sections[index]!;
    const own = media.kind === 'video' && !narration && !muted && range.volume > 0;
    return {
      sectionId,
      startMs,
      endMs: startMs + effectiveMs,
      still: media.kind !== 'video',
      quiet: !narration && !own,
      noise: own && noise === true,
      dipMs: transition === 'dip' && index < sections.length - 1 ? transitionSeconds * 500 : 0,
      freezeMs: fit.freeze * 1000,
      narrated: narration?.language ?? null,
      drawn: drawnLines(sections[index]!),
      heard: own ? { videoId: media.videoId, parts: partsIn(range, startMs, startMs + effectiveMs) } : null,
    };
  });
}

function partsIn(range: Excerpt, startMs: number, endMs: number): HeardPart[] {
  const inFilm = (ms: number) => startMs + sinceStart(range, ms);
  const kept = keptParts(range);
  return kept.map((part, index) => ({
    ...part,
    inFilm: {
      startMs: inFilm(part.startMs),
      endMs: index === kept.length - 1 ? endMs : inFilm(part.endMs),
    },
  }));
}

/** The section of a moment of the film; the next one within a few frames of its start. */
export function sectionAt(sections: readonly PlannedSection[], ms: number): PlannedSection | undefined {
  return sections.findLast(({ startMs }) => startMs <= ms + FRAMES_MS) ?? sections[0];
}
