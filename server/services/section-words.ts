import { type TranscriptWord, transcriptWordSchema } from '#contract/jobs/processing.ts';
import { type Range, wordsWithin } from '#contract/spoken-text.ts';
import type { SectionRow } from '#node/repositories/sections.ts';

const wordsSchema = transcriptWordSchema.array();

/** A section's range of its video. */
export function rangeOf(row: Pick<SectionRow, 'start_ms' | 'end_ms'>): Range {
  return { startMs: row.start_ms, endMs: row.end_ms };
}

/** What was heard in a section's own video, also outside of its range now; times in ms of the source. */
export function allWordsOf(row: Pick<SectionRow, 'words'>): TranscriptWord[] {
  return wordsSchema.parse(row.words);
}

/** What is said in a section's own sound; times in ms of the source. A replaced picture has words of its own. */
export function wordsIn(row: SectionRow): TranscriptWord[] {
  return row.object_id === null ? wordsWithin(allWordsOf(row), rangeOf(row)) : [];
}
