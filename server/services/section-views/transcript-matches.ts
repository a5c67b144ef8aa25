import { createHash } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { dependsOnTranscript, type TranscriptMatch, compareTranscript } from './section-sound.ts';
import { originalOf } from './section-text.ts';
import { forEachWords } from './section-words.ts';

/** Results by a hash of everything that they depend on, because comparing thousands of words is slow. */
const cache = new Map<string, TranscriptMatch>();
const MAX_CACHED = 20_000;

function keyOf(row: SectionRow, language: Language): string {
  const { wordsKey: key, startMs, endMs, cuts, texts } = row;
  const parts = [key, startMs, endMs, cuts, language, texts, originalOf(row)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/**
 * Returns the transcript match per section ID, for sections whose voice or narration depends on their
 * transcript.
 */
export async function readTranscriptMatches(
  db: Executor,
  rows: SectionRow[],
  language: Language,
): Promise<Map<string, TranscriptMatch>> {
  const matches = new Map<string, TranscriptMatch>();
  const keys = new Map<string, string>();
  for (const row of rows) {
    if (!dependsOnTranscript(row, language)) continue;
    const key = keyOf(row, language);
    const match = cache.get(key);
    if (match === undefined) keys.set(row.id, key);
    else matches.set(row.id, match);
  }
  await forEachWords(
    db,
    rows.filter(({ id }) => keys.has(id)),
    (row, words) => {
      const match = compareTranscript(row, words, language);
      matches.set(row.id, match);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(keys.get(row.id)!, match);
    },
  );
  return matches;
}
