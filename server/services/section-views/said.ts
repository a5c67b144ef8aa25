import { createHash } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { goesByWords, type Said, saidIn } from './section-sound.ts';
import { originalOf, textOf } from './section-text.ts';
import { forEachWords } from './section-words.ts';

/** Cached by everything that the result depends on: comparing thousands of words takes long. */
const known = new Map<string, Said>();
const MOST_KNOWN = 20_000;

function keyOf(row: SectionRow, language: Language): string {
  const parts = [row.words_key, row.start_ms, row.end_ms, textOf(row, language), originalOf(row)?.text];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** By section id, how its text relates to what is said, for sections whose voice depends on that. */
export async function readSaid(
  db: Executor,
  rows: SectionRow[],
  language: Language,
): Promise<Map<string, Said>> {
  const answers = new Map<string, Said>();
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
      const { answer } = saidIn(row, words, language);
      answers.set(row.id, answer);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(keys.get(row.id)!, answer);
    },
  );
  return answers;
}
