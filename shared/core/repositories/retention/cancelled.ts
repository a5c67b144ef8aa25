import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { deleteArtifacts } from './artifacts.ts';
import { scanKeysOf } from './needed.ts';

/**
 * Deletes the files that a cancelled run fetched from its user's links, and their scans, unless something
 * else needs them.
 */
export async function dropFetchedLinks(trx: Executor, runId: string): Promise<void> {
  const { rows: fetched } = await sql<{ key: string }>`
    SELECT DISTINCT videos.fetch_key AS key FROM runs
    JOIN run_steps ON run_steps.run_id = runs.id
    JOIN videos ON videos.id = run_steps.input ->> 'videoId' AND videos.owner_id = runs.user_id
    WHERE runs.id = ${runId} AND runs.status = 'cancelled' AND videos.source = 'link'
      AND videos.fetch_key IS NOT NULL`.execute(trx);
  const fetchKeys = fetched.map(({ key }) => key);
  const { rows: scans } = await sql<{ key: string }>`${scanKeysOf(fetchKeys)}`.execute(trx);
  await deleteArtifacts(
    trx,
    [...fetched, ...scans].map(({ key }) => key),
  );
}
