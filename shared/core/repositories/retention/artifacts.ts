import { type RawBuilder, sql } from 'kysely';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import type { Limits } from './limits.ts';
import { NAMED, UNNEEDED } from './needed.ts';
import type { Item } from './item.ts';

const BATCH = 200;
/** An artifact that a worker just found is about to be used, so the limits do not apply. */
const FRESH = sql`now() - interval '1 hour'`;

/**
 * Deletes unneeded artifacts that match a condition, the least recently used first, and writes their files to
 * files_to_remove. An artifact in use is left for the next time.
 */
async function deleteUnneeded(
  trx: Executor,
  condition: RawBuilder<unknown>,
  limit: number | null,
): Promise<Item[]> {
  const { rows } = await sql<{ key: string; job: string; bytes: string }>`
    WITH ${NAMED}, gone AS (
      DELETE FROM artifacts WHERE key IN (
        SELECT key FROM artifacts WHERE ${condition} AND ${UNNEEDED}
        ORDER BY last_used_at, key LIMIT ${limit}::bigint FOR UPDATE SKIP LOCKED)
      RETURNING key, job, bytes, files),
    noted AS (
      INSERT INTO files_to_remove (object_key)
      SELECT DISTINCT file ->> 'objectKey' FROM gone, jsonb_array_elements(gone.files) AS file
      WHERE NOT EXISTS (SELECT FROM objects WHERE object_key = file ->> 'objectKey')
      ON CONFLICT DO NOTHING)
    SELECT key, job, bytes FROM gone`.execute(trx);
  return rows.map(({ key, job, bytes }) => ({ kind: job, id: key, bytes: Number(bytes) }));
}

/** Deletes those of these artifacts that nothing needs. */
export async function deleteArtifacts(trx: Executor, keys: string[]): Promise<Item[]> {
  if (keys.length === 0) return [];
  return deleteUnneeded(trx, sql`key = ANY(${keys}::text[])`, null);
}

/**
 * Deletes a batch of unneeded artifacts that were unused for this many days: fetched sources, and all others.
 */
export async function collectOld(trx: Executor, { sourcesMaxDays, cacheMaxDays }: Limits): Promise<Item[]> {
  const old = (days: number) =>
    days === 0 ? sql`false` : sql`last_used_at < LEAST(${FRESH}, now() - make_interval(days => ${days}))`;
  const condition = sql`CASE WHEN job = ${fetchMedia.name} THEN ${old(sourcesMaxDays)} ELSE ${old(cacheMaxDays)} END`;
  return deleteUnneeded(trx, condition, BATCH);
}

/** Deletes a batch of the least recently used unneeded artifacts, while their total is over the limit. */
export async function collectOverSize(trx: Executor, { cacheMaxBytes }: Limits): Promise<Item[]> {
  if (cacheMaxBytes === 0) return [];
  const { rows } = await sql<{ key: string }>`
    WITH ${NAMED}
    SELECT key FROM (
      SELECT key, last_used_at, sum(bytes) OVER (ORDER BY last_used_at DESC, key DESC) AS total
      FROM artifacts WHERE ${UNNEEDED}) AS cached
    WHERE total > ${cacheMaxBytes}::bigint ORDER BY last_used_at, key LIMIT ${BATCH}`.execute(trx);
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  return deleteUnneeded(trx, sql`key = ANY(${keys}::text[]) AND last_used_at < ${FRESH}`, null);
}
