import type { Spoken } from '#contract/jobs/generation.ts';
import type { LineRule } from './caption-lines.ts';
import { CLAUSE_END, firstLine, rowOf } from './break-lines.ts';

/** The cost of a cue: lines share a cue unless another division is better. */
const CUE = 12;
/** The cost of each word that a line lacks. */
const LACKING = 20;
/** The discount for a cue that ends with a clause. */
const CLAUSE = 10;

/**
 * Divides the words of a sentence into cues of one or two lines with a limited number of words, so that as
 * few lines as possible have too few words. Takes time in proportion to the words.
 * @param longestMs the longest cue of several words
 */
export function shortCues<T extends Spoken>(words: readonly T[], rule: LineRule, longestMs: number): T[][] {
  const texts = words.map(({ text }) => text);
  const rows = texts.map((text) => rowOf(text, rule));
  const costOf = (from: number, to: number): number => {
    const count = to - from;
    if (count > 1 && words[to - 1]!.endMs - words[from]!.startMs > longestMs) return Number.POSITIVE_INFINITY;
    const upper = firstLine(texts.slice(from, to), rule, rows.slice(from, to)) ?? (count === 1 ? 1 : null);
    if (upper === null) return Number.POSITIVE_INFINITY;
    const lines = upper === count ? [count] : [upper, count - upper];
    const lacking = lines.reduce((sum, line) => sum + Math.max(0, rule.fewest - line), 0);
    const clause = to < words.length && CLAUSE_END.test(texts[to - 1]!) ? CLAUSE : 0;
    return CUE + LACKING * lacking - clause;
  };
  /** For each number of words: the least cost of their cues, and the number of words in the last cue. */
  const best = [{ cost: 0, count: 0 }];
  for (let to = 1; to <= words.length; to += 1) {
    let cheapest = { cost: Number.POSITIVE_INFINITY, count: 1 };
    for (let count = 1; count <= Math.min(to, 2 * rule.most); count += 1) {
      const cost = best[to - count]!.cost + costOf(to - count, to);
      if (cost < cheapest.cost) cheapest = { cost, count };
    }
    best.push(cheapest);
  }
  const cues: T[][] = [];
  for (let to = words.length; to > 0; to -= best[to]!.count) {
    cues.push(words.slice(to - best[to]!.count, to));
  }
  return cues.toReversed();
}
