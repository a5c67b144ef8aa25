import type { TranscriptWord } from '#contract/jobs/processing.ts';

/**
 * Sorts words and limits them to 0 to durationMs, without overlaps. Words without a remaining length are
 * dropped.
 */
export function tidyWords(words: readonly TranscriptWord[], durationMs: number): TranscriptWord[] {
  const sorted = [...words].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const tidy: TranscriptWord[] = [];
  for (const word of sorted) {
    const startMs = Math.max(Math.round(word.startMs), tidy.at(-1)?.endMs ?? 0);
    const endMs = Math.min(Math.round(word.endMs), Math.floor(durationMs));
    if (endMs > startMs && word.text.trim() !== '') {
      tidy.push({ ...word, text: word.text.trim(), startMs, endMs });
    }
  }
  return tidy;
}
