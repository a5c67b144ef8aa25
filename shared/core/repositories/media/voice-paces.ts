import { sql } from 'kysely';
import { narrateSection } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';

/** The number of newest narrations that are considered. */
const NEWEST = 500;

/**
 * Returns each voice's pace by language, in characters per second at normal speed: the median of its newest
 * narrations.
 */
export async function readPaces(db: Executor): Promise<Map<string, Partial<Record<Language, number>>>> {
  const { rows } = await sql<{ speaker: string; language: Language; pace: number }>`
    SELECT speaker, language, percentile_cont(0.5) WITHIN GROUP (ORDER BY pace) AS pace
      FROM (
        SELECT data ->> 'speaker' AS speaker, data ->> 'language' AS language,
               (SELECT sum(length(sentence ->> 'text')) FROM jsonb_array_elements(data -> 'sentences') sentence)
                 * 1000.0 / (data ->> 'durationMs')::float8 / (data ->> 'speed')::float8 AS pace
          FROM artifacts
         WHERE job = ${narrateSection.name} AND data ? 'speaker' AND (data ->> 'durationMs')::int > 0
         ORDER BY created_at DESC
         LIMIT ${NEWEST}
      ) AS newest
     GROUP BY speaker, language`.execute(db);
  const paces = new Map<string, Partial<Record<Language, number>>>();
  for (const { speaker, language, pace } of rows) {
    paces.set(speaker, { ...paces.get(speaker), [language]: pace });
  }
  return paces;
}
