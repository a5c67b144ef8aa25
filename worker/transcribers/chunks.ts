import type { TranscriptWord } from '#contract/jobs/processing.ts';

/** A span of time in whole milliseconds; endMs is not part of it. */
export interface Span {
  startMs: number;
  endMs: number;
}

const DEFAULT_TARGET_MS = 300_000;
/** How far from its even place a cut may go to meet a silence, as a share of a chunk. */
const REACH = 0.25;
/** Silences get no better by being longer than this, in milliseconds. */
const GOOD_SILENCE_MS = 1000;

/**
 * Cuts a sound into chunks of about targetMs in the middle of silences, so that no word is cut.
 * All chunks are about as long as each other: no tiny tail. Without a silence nearby the cut is even.
 * @returns chunks that follow each other from 0 to durationMs; none when durationMs is 0.
 */
export function planChunks({
  durationMs,
  silences,
  targetMs = DEFAULT_TARGET_MS,
}: {
  durationMs: number;
  silences: readonly Span[];
  targetMs?: number;
}): Span[] {
  if (durationMs <= 0) return [];
  const count = Math.max(1, Math.round(durationMs / targetMs));
  const even = durationMs / count;
  const cuts = [0];
  for (let i = 1; i < count; i += 1) cuts.push(bestCut(i * even, even * REACH, silences));
  cuts.push(durationMs);
  return cuts.slice(1).map((endMs, i) => ({ startMs: cuts[i]!, endMs }));
}

function bestCut(placeMs: number, reachMs: number, silences: readonly Span[]): number {
  let best = Math.round(placeMs);
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const silence of silences) {
    const from = Math.max(silence.startMs, placeMs - reachMs);
    const to = Math.min(silence.endMs, placeMs + reachMs);
    if (from > to) continue;
    // The point of the silence that is nearest to the even place, but away from its edges.
    const edge = Math.min((silence.endMs - silence.startMs) / 2, GOOD_SILENCE_MS / 2);
    const cut = Math.min(Math.max(placeMs, silence.startMs + edge), silence.endMs - edge);
    if (Math.abs(cut - placeMs) > reachMs) continue;
    const length = Math.min(silence.endMs - silence.startMs, GOOD_SILENCE_MS) / GOOD_SILENCE_MS;
    const score = length - Math.abs(cut - placeMs) / reachMs;
    if (score > bestScore) {
      bestScore = score;
      best = Math.round(cut);
    }
  }
  return best;
}

/**
 * Joins what was heard in each chunk, its times counted from the chunk's start, into one list on the
 * whole sound's clock. Chunks may come in any order.
 */
export function mergeChunks(
  parts: readonly { chunk: Span; words: readonly TranscriptWord[] }[],
): TranscriptWord[] {
  return [...parts]
    .sort((a, b) => a.chunk.startMs - b.chunk.startMs)
    .flatMap(({ chunk, words }) =>
      words.map((word) => ({
        ...word,
        startMs: Math.min(word.startMs + chunk.startMs, chunk.endMs),
        endMs: Math.min(word.endMs + chunk.startMs, chunk.endMs),
      })),
    )
    .filter((word) => word.endMs > word.startMs);
}
