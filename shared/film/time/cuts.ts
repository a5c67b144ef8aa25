import type { Part } from '#contract/cuts.ts';
import { divideGap } from './silences.ts';

/** A range of a video, and the cuts in it. */
export interface CutRange extends Part {
  cuts: readonly Part[];
}

/** Returns the parts of a range that the cuts leave, in order; empty if they leave nothing. */
export function remainingParts({ startMs, endMs, cuts }: CutRange): Part[] {
  const remaining: Part[] = [];
  let from = startMs;
  for (const cut of cuts) {
    if (cut.endMs <= from || cut.startMs >= endMs) continue;
    if (cut.startMs > from) remaining.push({ startMs: from, endMs: cut.startMs });
    from = cut.endMs;
  }
  if (from < endMs) remaining.push({ startMs: from, endMs });
  return remaining;
}

/** Returns the cuts clipped to a range. */
export const cutsWithin = ({ startMs, endMs, cuts }: CutRange): Part[] =>
  cuts
    .map((cut) => ({ startMs: Math.max(startMs, cut.startMs), endMs: Math.min(endMs, cut.endMs) }))
    .filter((cut) => cut.startMs < cut.endMs);

/** Returns how much the cuts remove from a range, in ms. */
export const cutMs = (range: CutRange): number =>
  cutsWithin(range).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Whether the cuts remove the middle of a range, such as a word. */
export function isCut(cuts: readonly Part[], { startMs, endMs }: Part): boolean {
  const middle = (startMs + endMs) / 2;
  return cuts.some((cut) => cut.startMs <= middle && middle < cut.endMs);
}

/**
 * The shortest part that may remain between two cuts or be cut, in ms. A shorter one would be visible as a
 * flash and audible as a click.
 */
const MIN_MS = 40;

/** Adds cuts, in any order, to the existing ones. */
export function withCuts(cuts: readonly Part[], added: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const { startMs, endMs } of [...cuts, ...added].toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && startMs - last.endMs < MIN_MS) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return merged;
}

/** Removes a part from the cuts, so that it plays again. */
export function withoutPart(cuts: readonly Part[], { startMs, endMs }: Part): Part[] {
  return cuts.flatMap((cut) => {
    if (cut.endMs <= startMs || cut.startMs >= endMs) return [cut];
    return [
      { startMs: cut.startMs, endMs: startMs },
      { startMs: endMs, endMs: cut.endMs },
    ].filter((part) => part.endMs - part.startMs >= MIN_MS);
  });
}

/**
 * How long before the next word a cut ends, in ms. A word begins slightly before the time that a recogniser
 * reports.
 */
const BEFORE_WORD_MS = 50;
/** A gap between words that is shorter than this is a pause, whatever its audio, in ms. */
const SHORT_GAP_MS = 800;

/**
 * Returns the range that is cut with consecutive words: from the start of the first one to just before the
 * next word, so that the pause after them is cut too. A long gap is a pause only as far as it is silent.
 * @param next the word after them, if any
 * @param silences those measured in the video; `undefined` if it was not measured
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
