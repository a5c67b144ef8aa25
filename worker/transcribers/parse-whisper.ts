import { z } from 'zod';
import type { TranscriptWord } from '#contract/jobs/processing.ts';

/** Used without probabilities: the average reliability of a Whisper model's word. */
export const CONFIDENCE = 0.85;

const segmentSchema = z.object({ text: z.string(), t0: z.number(), t1: z.number() });
export type WhisperSegment = z.infer<typeof segmentSchema>;

/** A line of whisper-child.mjs. */
export const whisperLineSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ language: z.string(), perToken: z.boolean(), segments: z.array(segmentSchema) }),
]);

/**
 * Builds words from segments of one token each: a token with a leading space starts a word. Times in milliseconds.
 * Remarks such as "[Music]", "(applause)" and "♪" are dropped.
 */
export function wordsFromTokens(segments: readonly WhisperSegment[]): TranscriptWord[] {
  const words: TranscriptWord[] = [];
  for (const { text, t0, t1 } of segments) {
    const last = words.at(-1);
    if (last && text !== '' && !/^\s/.test(text)) {
      last.text += text;
      last.endMs = Math.max(last.endMs, t1);
    } else if (text.trim() !== '') {
      words.push({ text: text.trim(), startMs: t0, endMs: t1, confidence: CONFIDENCE });
    }
  }
  return withoutRemarks(words);
}

/** Builds words from longer segments: a segment's time is divided by the letters of its words. */
export function wordsFromSegments(segments: readonly WhisperSegment[]): TranscriptWord[] {
  const words: TranscriptWord[] = [];
  for (const { text, t0, t1 } of segments) {
    const parts = text.split(/\s+/).filter((part) => part !== '');
    const letters = parts.reduce((sum, part) => sum + part.length, 0);
    let before = 0;
    for (const part of parts) {
      const at = (count: number) => Math.round(t0 + ((t1 - t0) * count) / letters);
      words.push({
        text: part,
        startMs: at(before),
        endMs: at(before + part.length),
        confidence: CONFIDENCE,
      });
      before += part.length;
    }
  }
  return withoutRemarks(words);
}

/** A remark runs from its mark to the matching one, over all words between. */
const CLOSING: Record<string, string> = { '[': ']', '(': ')', '*': '*', '♪': '♪' };

/** Drops the text between two marks of a remark, with the marks. */
export function withoutRemarks(words: readonly TranscriptWord[]): TranscriptWord[] {
  const kept: TranscriptWord[] = [];
  let closing: string | null = null;
  for (const word of words) {
    const opens: string | undefined = closing === null ? CLOSING[word.text[0]!] : undefined;
    closing = opens ?? closing;
    if (closing === null) kept.push(word);
    // A lone ♪ opens; it does not close itself.
    else if (!(opens && word.text.length === 1) && word.text.replace(/[.,!?]+$/, '').endsWith(closing))
      closing = null;
  }
  return kept;
}
