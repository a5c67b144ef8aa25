import { createHash } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { goesByWords, type Heard, heardIn } from './section-sound.ts';
import { originalOf } from './section-text.ts';
import { forEachWords } from './section-words.ts';

/** Results by a hash of everything that they depend on, because comparing thousands of words is slow. */
const known = new Map<string, Heard>();
const MOST_KNOWN = 20_000;

function keyOf(row: SectionRow, language: Language): string {
  const { words_key: key, start_ms: startMs, end_ms: endMs, cuts, texts } = row;
  const parts = [key, startMs, endMs, cuts, language, texts, originalOf(row)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** Returns the transcript match per section ID, for sections whose voice or narration depends on their transcript. */
export async function readHeard(
  db: Executor,
  rows: SectionRow[],
  language: Language,
): Promise<Map<string, Heard>> {
  const answers = new Map<string, Heard>();
  const keys = new Map<string, string>();
  for (const row of rows) {
    if (!goesByWords(row, language)) continue;
    const key = keyOf(row, language);
    const answer = known.get(key);
    if (answer === undefined) keys.set(row.id, key);
    else answers.set(row.id, answer);
  }
  await forEachWords(
    db,
    rows.filter(({ id }) => keys.has(id)),
    (row, words) => {
      const answer = heardIn(row, words, language);
      answers.set(row.id, answer);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(keys.get(row.id)!, answer);
    },
  );
  return answers;
}
