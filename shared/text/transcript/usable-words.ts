import type { TranscriptWord } from '#contract/jobs/processing.ts';

/**
 * The longest duration of a word, in ms. A longer word is an error of the recogniser, and would leave no
 * place for a cut.
 */
const LONGEST_WORD_MS = 5000;

/** Returns the words of a transcript that sections can use: in order, inside the video, without overlaps. */
export function usableWords(words: readonly TranscriptWord[], durationMs: number): TranscriptWord[] {
  const usable: TranscriptWord[] = [];
  for (const word of [...words].sort((a, b) => a.startMs - b.startMs)) {
    const startMs = Math.max(word.startMs, usable.at(-1)?.endMs ?? 0);
    const endMs = Math.min(word.endMs, durationMs);
    if (endMs > startMs && endMs - startMs <= LONGEST_WORD_MS && word.text.trim() !== '') {
      usable.push({ ...word, text: word.text.trim(), startMs, endMs });
    }
  }
  return usable;
}
