import type { TranscriptWord } from '#contract/jobs/processing.ts';

/** A span of time in whole milliseconds; endMs is exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
}

const DEFAULT_TARGET_MS = 300_000;
/** How far a cut may move from its even place to a silence, as a share of a chunk. */
const REACH = 0.25;
/** Longer silences are no better, in milliseconds. */
const GOOD_SILENCE_MS = 1000;

/**
 * Cuts a sound into chunks of about targetMs in the middle of silences, so that no word is cut. All chunks have similar
 * lengths, without a tiny last one. Without a silence nearby the cut is even.
 * @returns consecutive chunks from 0 to durationMs; none when durationMs is 0.
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
    // The point of the silence nearest to the even place, but away from its edges.
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
 * Joins the results of all chunks, with times from the chunk's start, into one list with the whole sound's times.
 * Chunks may come in any order.
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
