import type { Narration, Spoken } from '#contract/jobs/generation.ts';
import { framesToMs } from '../frames.ts';
import { NARRATION_LEAD_MS } from '../time/section-length.ts';
import { captionRange, type FilmJoin, framePlaces } from '../transitions/transitions.ts';
import { type Cue, makeCues, type SpokenWord, speakerOf } from './cues.ts';
import type { FitPlan } from '../time/fit.ts';

/** Returns the sentences of a narration, in ms of its section in the film. */
export function spokenIn({ sentences }: Pick<Narration, 'sentences'>, { tempo }: FitPlan): Spoken[] {
  const inSection = (ms: number) => Math.round(NARRATION_LEAD_MS + ms / tempo);
  return sentences.map(({ text, startMs, endMs }) => ({
    text,
    startMs: inSection(startMs),
    endMs: inSection(endMs),
  }));
}

/** The position of a section in its film, in ms of the film, and its captions. */
export interface Place {
  startMs: number;
  effectiveMs: number;
  cues: Cue[];
}

/**
 * A section's length, and the parts of its crossfades inside it, in ms. Its captions are shown outside these
 * parts.
 */
export function captionRoom(
  { frames }: { frames: number },
  { before, after }: { before: FilmJoin | null | undefined; after: FilmJoin | null | undefined },
  frameRate: number,
): { lengthMs: number; headMs: number; tailMs: number } {
  const inMs = (count: number) => framesToMs(count, frameRate);
  return {
    lengthMs: inMs(frames),
    headMs: inMs(before?.blend ? before.after : 0),
    tailMs: inMs(after?.blend ? after.before : 0),
  };
}

/**
 * Places sections and their captions one after another.
 * @param parts each section's frames, and its narrated or recognised text in ms from its own start
 */
export function placeInFilm(
  parts: readonly { frames: number; spoken: readonly SpokenWord[] }[],
  frameRate: number,
  joins: readonly (FilmJoin | null)[] = [],
): Place[] {
  const places = framePlaces(parts);
  return parts.map(({ frames, spoken }, index) => {
    const { startFrame } = places[index]!;
    const startMs = framesToMs(startFrame, frameRate);
    const effectiveMs = framesToMs(startFrame + frames, frameRate) - startMs;
    const around = { before: joins[index - 1], after: joins[index] };
    const room = { ...captionRoom({ frames }, around, frameRate), lengthMs: effectiveMs };
    const cues = makeCues(spoken, effectiveMs).flatMap((cue) => {
      const range = captionRange(cue, room);
      if (!range) return [];
      const at = { startMs: startMs + range.startMs, endMs: startMs + range.endMs };
      return [{ ...at, lines: cue.lines, ...speakerOf(cue) }];
    });
    return { startMs, effectiveMs, cues };
  });
}
