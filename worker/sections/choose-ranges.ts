import { SECTION_MAX_MS, SECTION_MIN_MS } from '#contract/sections.ts';
import { termsIn } from '#text/words/terms.ts';
import type { Cut, Footage } from './cuts.ts';

/** A candidate section, from one cut to another, both as indexes. */
export interface Range {
  from: number;
  to: number;
}

/** The best ranges of one video for each number of ranges. */
export interface Choice {
  score: number;
  ranges: Range[];
}

/** The value of a second of speech, before confidence. */
const SPOKEN = 1;
/** The bonus for a sentence with a word of the project's title. */
const ON_TOPIC = 1.5;
/** In a video with speech, a second without any is better left out. */
const WORDLESS_BESIDE_SPEECH = -0.2;
const WORDLESS = 0.5;
/** After this many seconds, more of the same section is worth less and less. */
const ENOUGH_SECONDS = 20;
/** A section longer than this many seconds contains several thoughts: the cost of each further second. */
const LONG = { seconds: 25, cost: 0.4 };
/** The cost of a section's distance from its evenly spread position. */
const SPREAD = 4;
/** If there is more footage than this per section, the sections are spread over it, in ms. */
const SPREAD_FROM_MS = 45_000;

/**
 * Returns, for each of these counts, the best choice of that many ranges of 8 to 60 seconds, in order and
 * without overlaps; `null` if the footage is too short, and for smaller counts. Uses dynamic programming over
 * the cuts.
 * @param counts inclusive
 * @param topic sentences with one of these terms are worth more
 * @returns index 0 is for one range
 */
export function chooseRanges(
  footage: Footage,
  cuts: readonly Cut[],
  { from, to }: { from: number; to: number },
  topic: ReadonlySet<string> = new Set(),
): (Choice | null)[] {
  const worth = worthOf(footage, cuts, topic);
  return Array.from({ length: to }, (_, i) =>
    i + 1 < from ? null : bestOf(i + 1, footage.durationMs, cuts, worth),
  );
}

/** best[j]: the best score of the ranges so far if the last one ends at or before cut j. */
function bestOf(
  count: number,
  durationMs: number,
  cuts: readonly Cut[],
  worth: (range: Range) => number,
): Choice | null {
  const spreads = durationMs / count > SPREAD_FROM_MS;
  let best: number[] = cuts.map(() => 0);
  const chosen: (Range | null)[][] = [];
  for (let n = 0; n < count; n += 1) {
    const next: number[] = [];
    const picks: (Range | null)[] = [];
    const placeMs = ((n + 0.5) * durationMs) / count;
    let from = 0;
    for (let to = 0; to < cuts.length; to += 1) {
      next[to] = to > 0 ? next[to - 1]! : Number.NEGATIVE_INFINITY;
      picks[to] = to > 0 ? picks[to - 1]! : null;
      const end = cuts[to]!.endMs;
      while (from < to && end - cuts[from]!.startMs > SECTION_MAX_MS) from += 1;
      for (let f = from; f < to && end - cuts[f]!.startMs >= SECTION_MIN_MS; f += 1) {
        if (best[f] === Number.NEGATIVE_INFINITY) continue;
        const off = Math.abs((cuts[f]!.startMs + end) / 2 - placeMs) / (durationMs / count);
        const score = best[f]! + worth({ from: f, to }) - (spreads ? SPREAD * Math.min(off, 1.5) ** 2 : 0);
        if (score > next[to]!) {
          next[to] = score;
          picks[to] = { from: f, to };
        }
      }
    }
    best = next;
    chosen.push(picks);
  }
  const score = best.at(-1) ?? Number.NEGATIVE_INFINITY;
  return score === Number.NEGATIVE_INFINITY ? null : { score, ranges: walkBack(chosen, cuts.length - 1) };
}

function walkBack(chosen: readonly (Range | null)[][], last: number): Range[] {
  const ranges: Range[] = [];
  let to = last;
  for (let n = chosen.length - 1; n >= 0; n -= 1) {
    const range = chosen[n]![to]!;
    ranges.unshift(range);
    to = range.from;
  }
  return ranges;
}

/** Returns a range's value: its speech (length and confidence), minus the costs of its two cuts. */
function worthOf(
  { sentences }: Footage,
  cuts: readonly Cut[],
  topic: ReadonlySet<string>,
): (range: Range) => number {
  const words = sentences.flatMap((sentence) => {
    const isAbout =
      topic.size > 0 && sentence.words.some(({ text }) => termsIn(text).some((term) => topic.has(term)));
    return sentence.words.map((word) => ({ ...word, worth: isAbout ? ON_TOPIC : 1 }));
  });
  // Prefix sums over the words, so that any range is evaluated in constant time.
  const spoken = [0];
  const weighted = [0];
  for (const [i, word] of words.entries()) {
    const ms = word.endMs - word.startMs;
    spoken.push(spoken[i]! + ms);
    weighted.push(weighted[i]! + ms * (0.5 + 0.5 * word.confidence) * word.worth);
  }
  return ({ from, to }) => {
    const a = cuts[from]!;
    const b = cuts[to]!;
    const seconds = (b.endMs - a.startMs) / 1000;
    const spokenSeconds = (spoken[b.wordsBefore]! - spoken[a.wordsBefore]!) / 1000;
    const good = (weighted[b.wordsBefore]! - weighted[a.wordsBefore]!) / 1000;
    const cost = a.cost + b.cost + LONG.cost * Math.max(0, seconds - LONG.seconds);
    if (words.length === 0) return WORDLESS * saturate(seconds) - cost;
    // Short pauses belong to speech: a third of its length does not count as silence.
    const wordless = Math.max(0, seconds - spokenSeconds * 1.35);
    return SPOKEN * saturate(good) + WORDLESS_BESIDE_SPEECH * wordless - cost;
  };
}

function saturate(seconds: number): number {
  return ENOUGH_SECONDS * (1 - Math.exp(-seconds / ENOUGH_SECONDS));
}
