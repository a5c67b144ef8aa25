import type { BoundaryReason } from '#contract/sections.ts';
import type { Sentence } from './sentences.ts';

/** The data of one video for the plan. Times are in whole milliseconds. */
export interface Footage {
  durationMs: number;
  /** Credible words in order of time, without overlaps; empty without speech. */
  sentences: readonly Sentence[];
  silences: readonly { startMs: number; endMs: number }[];
  /** Hard cuts of the video, ascending. */
  shotsMs: readonly number[];
}

/** A place where one section may end and the next one start. No section needs what lies in between. */
export interface Cut {
  endMs: number;
  startMs: number;
  reason: BoundaryReason;
  /** How many words precede this cut. */
  wordsBefore: number;
  /** The cost of ending or starting here: 0 is best. */
  cost: number;
}

/** The maximum duration of audio before a section's first word, in ms. */
export const LEAD_MS = 300;
/** The maximum duration of audio after a section's last word, in ms. */
const TAIL_MS = 400;
/** A gap between words of at least this length is a pause, in ms. */
const PAUSE_MS = 350;
/** Wordless parts of at least this length can be cut inside, in ms. */
const OPEN_MS = 3000;
/** The smallest distance of cuts in a wordless part from words and from each other, in ms. */
const OPEN_MARGIN_MS = 1000;
/** Footage up to this length is cut more finely, or it would yield too few sections. In ms. */
const SHORT_FOOTAGE_MS = 300_000;
const GRID_MS = { short: 1000, long: 5000 };
/**
 * In longer footage, a cut between any two words is considered only after this much speech without another
 * cut, in ms.
 */
const FORCED_EVERY_MS = 15_000;

const COST = { edge: 0, sentence: 0, shot: 0.5, silence: 2, stillness: 2.2, pause: 5, grid: 4, word: 9 };

/** Whether a cut divides nothing: it is between sentences, between shots or in silence. */
export const isClean = ({ cost }: Cut): boolean => cost < COST.grid;

/**
 * Returns every place where this video may be cut, in order of time: the first is its start, the last its
 * end. No cut lies inside a word, its lead or its tail.
 */
export function findCuts(footage: Footage): Cut[] {
  const { durationMs, sentences, shotsMs } = footage;
  const words = sentences.flatMap((sentence) => sentence.words);
  const ends = new Set<number>();
  let count = 0;
  for (const sentence of sentences) ends.add((count += sentence.words.length));

  const cuts: Cut[] = [{ endMs: 0, startMs: 0, reason: 'start', wordsBefore: 0, cost: COST.edge }];
  let lastCutMs = 0;
  for (let i = 0; i <= words.length; i += 1) {
    const fromMs = words[i - 1]?.endMs ?? 0;
    const toMs = words[i]?.startMs ?? durationMs;
    const gap = { fromMs, toMs, wordsBefore: i, spoken: words.length > 0 };
    const kind =
      i === 0 || i === words.length || ends.has(i)
        ? 'sentence'
        : toMs - fromMs >= PAUSE_MS
          ? 'pause'
          : 'word';
    const forced = durationMs <= SHORT_FOOTAGE_MS || toMs - lastCutMs >= FORCED_EVERY_MS;
    if (kind === 'word' && !forced) continue;
    const newCuts = toMs - fromMs >= OPEN_MS ? cutsInOpen(footage, gap) : [cutBetween(gap, kind, shotsMs)];
    cuts.push(...newCuts.filter((cut) => cut.endMs > 0 && cut.startMs < durationMs));
    lastCutMs = cuts.at(-1)!.startMs;
  }
  cuts.push({
    endMs: durationMs,
    startMs: durationMs,
    reason: 'end',
    wordsBefore: words.length,
    cost: COST.edge,
  });
  return cuts;
}

interface Gap {
  fromMs: number;
  toMs: number;
  wordsBefore: number;
  spoken: boolean;
}

/** Returns the cut in a gap that is too short for two cuts. The sections on both sides share the gap. */
function cutBetween(gap: Gap, kind: 'sentence' | 'pause' | 'word', shotsMs: readonly number[]): Cut {
  const length = gap.toMs - gap.fromMs;
  let endMs = gap.fromMs + Math.min(TAIL_MS, Math.floor((length * TAIL_MS) / (TAIL_MS + LEAD_MS)));
  let startMs = Math.max(endMs, gap.toMs - LEAD_MS);
  // A frame of the next shot at the end, or of the previous one at the start, would flash up.
  const shot = shotsMs.find((ms) => ms > gap.fromMs && ms < gap.toMs);
  if (shot !== undefined) {
    endMs = Math.min(endMs, shot);
    startMs = Math.max(startMs, shot);
  }
  const reason = kind === 'word' ? 'length' : kind;
  const cost = kind === 'pause' && shot !== undefined ? COST.pause - 1 : COST[kind];
  return { endMs, startMs, reason, wordsBefore: gap.wordsBefore, cost };
}

/** Returns the cuts in a wordless part: beside its words, at shots, in silences, and on a grid. */
function cutsInOpen({ durationMs, silences, shotsMs }: Footage, gap: Gap): Cut[] {
  const { fromMs, toMs, wordsBefore } = gap;
  const at = (ms: number, reason: BoundaryReason, cost: number): Cut => ({
    endMs: ms,
    startMs: ms,
    reason,
    wordsBefore,
    cost,
  });
  const first = fromMs > 0 ? fromMs + OPEN_MARGIN_MS : OPEN_MARGIN_MS;
  const last = toMs - OPEN_MARGIN_MS;
  const within = (ms: number) => ms >= first && ms <= last;
  const free = (cuts: readonly Cut[], ms: number) =>
    cuts.every((cut) => Math.abs(cut.endMs - ms) >= OPEN_MARGIN_MS);

  const inside = shotsMs.filter(within).map((ms) => at(ms, 'shot', COST.shot));
  for (const silence of silences) {
    const ms = Math.round((silence.startMs + silence.endMs) / 2);
    if (within(ms) && free(inside, ms)) inside.push(at(ms, 'pause', COST.silence));
  }
  const gridMs = durationMs <= SHORT_FOOTAGE_MS ? GRID_MS.short : GRID_MS.long;
  const grid: Cut[] = [];
  for (let ms = first; ms <= last; ms += gridMs) {
    // In a long wordless part, grid positions without an event are cut for the reason "length".
    if (!free(inside, ms)) continue;
    grid.push(isSilent(silences, ms) ? at(ms, 'pause', COST.stillness) : at(ms, 'length', COST.grid));
  }
  const edges: Cut[] = [];
  if (fromMs > 0) edges.push(at(fromMs + TAIL_MS, 'sentence', COST.sentence));
  if (toMs < durationMs) edges.push(at(toMs - LEAD_MS, 'sentence', COST.sentence));
  return [...edges, ...inside, ...grid].sort((a, b) => a.endMs - b.endMs);
}

function isSilent(silences: readonly { startMs: number; endMs: number }[], ms: number): boolean {
  return silences.some((silence) => silence.startMs <= ms && ms <= silence.endMs);
}
