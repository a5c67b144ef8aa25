import type { Narration, Spoken } from '#contract/jobs/generation.ts';
import { framesToMs } from '#contract/frames.ts';
import { NARRATION_LEAD_MS } from '#contract/section-length.ts';
import { type FilmJoin, framePlaces } from '#contract/transitions.ts';
import { type Cue, makeCues, type Said, speakerOf } from '../subtitles/cues.ts';
import type { FitPlan } from './fit.ts';

/** A narration's sentences in ms of its section in the film. */
export function spokenIn({ sentences }: Pick<Narration, 'sentences'>, { tempo }: FitPlan): Spoken[] {
  const inSection = (ms: number) => Math.round(NARRATION_LEAD_MS + ms / tempo);
  return sentences.map(({ text, startMs, endMs }) => ({
    text,
    startMs: inSection(startMs),
    endMs: inSection(endMs),
  }));
}

/** A section's place in its film, in ms of the film, and its captions. */
export interface Place {
  startMs: number;
  effectiveMs: number;
  cues: Cue[];
}

/**
 * Puts sections with their captions one after another.
 * @param parts each section's frames, and its spoken text in ms from its own start
 */
export function placeInFilm(
  parts: readonly { frames: number; spoken: readonly Said[] }[],
  frameRate: number,
  joins: readonly (FilmJoin | null)[] = [],
): Place[] {
  const places = framePlaces(parts, joins);
  return parts.map(({ frames, spoken }, index) => {
    const { originFrame, startFrame, frames: placed } = places[index]!;
    const startMs = framesToMs(startFrame, frameRate);
    const endMs = framesToMs(startFrame + placed, frameRate);
    const originMs = framesToMs(originFrame, frameRate);
    const wholeMs = framesToMs(originFrame + frames, frameRate) - originMs;
    const cues = makeCues(spoken, wholeMs).flatMap((cue) => {
      // In a crossfade two sections speak, and only one of them has captions.
      const at = {
        startMs: Math.max(startMs, cue.startMs + originMs),
        endMs: Math.min(endMs, cue.endMs + originMs),
      };
      return at.startMs < at.endMs ? [{ ...at, lines: cue.lines, ...speakerOf(cue) }] : [];
    });
    return { startMs, effectiveMs: endMs - startMs, cues };
  });
}
