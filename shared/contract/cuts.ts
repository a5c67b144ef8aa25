import { z } from 'zod';
import { divideGap } from './silences.ts';

const ms = z.int().min(0).max(86_400_000);
/** A part of a video, in ms; the end is exclusive. */
export const partSchema = z.object({ startMs: ms, endMs: ms });
export type Part = z.infer<typeof partSchema>;

/** The most cuts that one section holds. */
export const MAX_CUTS = 500;

/**
 * The parts of its video that are taken out of a section: in order, none overlapping another. What is outside the
 * section's range has no effect, and has one again when the range is widened.
 */
export const cutsSchema = z
  .array(partSchema)
  .max(MAX_CUTS)
  .refine(
    (cuts) =>
      cuts.every(({ startMs, endMs }, index) => startMs < endMs && startMs >= (cuts[index - 1]?.endMs ?? 0)),
    { message: 'Cuts must be in order and must not overlap.' },
  );

/** A range of a video, and what is cut out of it. */
export interface CutRange extends Part {
  cuts: readonly Part[];
}

/** What the cuts leave of a range, in order; empty when that is nothing. */
export function keptParts({ startMs, endMs, cuts }: CutRange): Part[] {
  const kept: Part[] = [];
  let from = startMs;
  for (const cut of cuts) {
    if (cut.endMs <= from || cut.startMs >= endMs) continue;
    if (cut.startMs > from) kept.push({ startMs: from, endMs: cut.startMs });
    from = cut.endMs;
  }
  if (from < endMs) kept.push({ startMs: from, endMs });
  return kept;
}

/** The cuts as far as they are inside a range. */
export const cutsWithin = ({ startMs, endMs, cuts }: CutRange): Part[] =>
  cuts
    .map((cut) => ({ startMs: Math.max(startMs, cut.startMs), endMs: Math.min(endMs, cut.endMs) }))
    .filter((cut) => cut.startMs < cut.endMs);

/** How much the cuts take out of a range, in ms. */
export const cutMs = (range: CutRange): number =>
  cutsWithin(range).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Whether the cuts take out the middle of something, such as a word. */
export function isCut(cuts: readonly Part[], { startMs, endMs }: Part): boolean {
  const middle = (startMs + endMs) / 2;
  return cuts.some((cut) => cut.startMs <= middle && middle < cut.endMs);
}

/** Nothing shorter than this is left between two cuts, or of one, in ms: it would be a flash and a tick. */
const LEAST_MS = 40;

/** The cuts with further ones, in any order. */
export function withCuts(cuts: readonly Part[], added: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const { startMs, endMs } of [...cuts, ...added].toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && startMs - last.endMs < LEAST_MS) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return merged;
}

/** The cuts without a part, which plays again. */
export function withoutPart(cuts: readonly Part[], { startMs, endMs }: Part): Part[] {
  return cuts.flatMap((cut) => {
    if (cut.endMs <= startMs || cut.startMs >= endMs) return [cut];
    return [
      { startMs: cut.startMs, endMs: startMs },
      { startMs: endMs, endMs: cut.endMs },
    ].filter((left) => left.endMs - left.startMs >= LEAST_MS);
  });
}

/** How long before the next word a cut ends, in ms: a word begins a moment before a recogniser says. */
const BEFORE_WORD_MS = 50;
/** A gap between words that is shorter than this is a pause, whatever its sound, in ms. */
const SHORT_GAP_MS = 800;

/**
 * Returns what is taken out with words in a row: from the first one's start to just before the next word, so that the
 * pause after them goes too. A long gap is a pause only as far as it is silent.
 * @param next the word after them, if any
 * @param silences those measured in the video; undefined if it was not measured
 */
export function partOfWords(
  first: Part,
  last: Part,
  { next, silences }: { next?: Part | undefined; silences?: readonly Part[] | undefined },
): Part {
  const endMs = next ? Math.min(next.startMs, pauseEnd(last, next, silences)) : last.endMs;
  return { startMs: first.startMs, endMs: Math.max(first.startMs + 1, endMs) };
}

function pauseEnd(last: Part, next: Part, silences: readonly Part[] | undefined): number {
  const untilNext = Math.max(last.endMs, next.startMs - BEFORE_WORD_MS);
  if (next.startMs - last.endMs < SHORT_GAP_MS) return untilNext;
  const gap = { startMs: last.endMs, endMs: next.startMs };
  const [pause] = divideGap(gap, silences).silent;
  if (!pause || pause.whole.startMs > gap.startMs) return last.endMs;
  return Math.min(untilNext, pause.whole.endMs);
}
