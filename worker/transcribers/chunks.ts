import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { evenChunks } from '#core/hearing/even-chunks.ts';

/** A span of time in whole milliseconds; endMs is exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
}

/**
 * Added before and after a span of speech, in ms: words begin and end more softly than the detector's
 * threshold.
 */
const LEAD_MS = 200;
const TAIL_MS = 300;

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** Returns the length of all spans together, in ms. */
export const spokenMs = (speech: readonly Span[]): number =>
  speech.reduce((sum, stretch) => sum + lengthOf(stretch), 0);

/** Returns stretches of speech extended into the audio before and after them. Neighbours share the gap between them. */
export function widen(speech: readonly Span[], durationMs: number): Span[] {
  const edges = speech.map((stretch, i) => {
    const before = speech[i - 1]?.endMs ?? 0;
    return Math.max(stretch.startMs - LEAD_MS, Math.round((before + stretch.startMs) / 2), 0);
  });
  return speech.map((stretch, i) => ({
    startMs: i === 0 ? Math.max(0, stretch.startMs - LEAD_MS) : edges[i]!,
    endMs: Math.min(stretch.endMs + TAIL_MS, edges[i + 1] ?? durationMs, durationMs),
  }));
}

/**
 * Divides stretches of speech among chunks with about two minutes of speech each. Chunks are cut between stretches, so
 * that no word is divided or transcribed twice. All chunks have similar lengths, including the last one.
 * @returns every stretch exactly once, in order, without empty chunks
 */
export function planChunks(speech: readonly Span[]): Span[][] {
  const totalMs = spokenMs(speech);
  const count = evenChunks(totalMs);
  const chunks = new Map<number, Span[]>();
  let before = 0;
  for (const stretch of speech) {
    const place = Math.floor(((before + lengthOf(stretch) / 2) * count) / totalMs);
    chunks.set(place, [...(chunks.get(place) ?? []), stretch]);
    before += lengthOf(stretch);
  }
  return [...chunks.values()];
}

/**
 * Converts the times of words from joined stretches of a recording to times of the recording.
 * @param words the transcript of the joined `stretches`, with `gapMs` of silence after each
 * @returns words clamped to their stretches
 */
export function unjoin(
  words: readonly TranscriptWord[],
  stretches: readonly Span[],
  gapMs: number,
): TranscriptWord[] {
  let at = 0;
  const places = stretches.map((stretch) => {
    const place = { ...stretch, atMs: at };
    at += lengthOf(stretch) + gapMs;
    return place;
  });
  return words.flatMap((word) => {
    const middleMs = (word.startMs + word.endMs) / 2;
    const place = places.findLast(({ atMs }) => atMs - gapMs / 2 <= middleMs) ?? places[0];
    if (!place) return [];
    const shift = place.startMs - place.atMs;
    const startMs = Math.max(word.startMs + shift, place.startMs);
    const endMs = Math.min(word.endMs + shift, place.endMs);
    return endMs > startMs ? [{ ...word, startMs, endMs }] : [];
  });
}

/** Returns the words whose middle is in one of the stretches. Both lists are in order of time. */
export function wordsIn(words: readonly TranscriptWord[], stretches: readonly Span[]): TranscriptWord[] {
  return words.filter(({ startMs, endMs }) => {
    const middleMs = (startMs + endMs) / 2;
    return stretches.some((stretch) => stretch.startMs <= middleMs && middleMs < stretch.endMs);
  });
}
