import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { deleteArtifacts } from './artifacts.ts';
import type { Item } from './item.ts';
import { scanKeysOf } from './needed.ts';

const BATCH = 100;

/** Deleted footage that no project uses, and that no run of its owner may be about to use. */
const UNUSED = sql`
  videos.source = 'upload' AND videos.removed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM objects WHERE objects.video_id = videos.id)
  AND NOT EXISTS (SELECT FROM sections WHERE sections.video_id = videos.id)
  AND NOT EXISTS (SELECT FROM project_videos WHERE project_videos.video_id = videos.id)
  AND NOT EXISTS (SELECT FROM runs WHERE runs.user_id = videos.owner_id AND runs.status IN ('queued', 'running'))`;

/** Removes a batch of deleted footage that nothing uses any more, and its files. */
export async function collectFootage(trx: Executor): Promise<Item[]> {
  return collectWhere(trx, null);
}

/** Removes this deleted footage and its files, if nothing uses it. */
export async function collectOneFootage(trx: Executor, id: string): Promise<void> {
  await collectWhere(trx, id);
}

async function collectWhere(trx: Executor, id: string | null): Promise<Item[]> {
  // A request that creates a project from footage holds its row, so lock first, then check.
  const { rows: locked } = await sql<{ id: string }>`
    SELECT id FROM videos WHERE ${UNUSED} AND (${id}::text IS NULL OR id = ${id})
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(trx);
  if (locked.length === 0) return [];
  const { rows: deleted } = await sql<{ id: string; fetchKey: string | null }>`
    DELETE FROM videos WHERE id = ANY(${locked.map((row) => row.id)}::text[]) AND ${UNUSED}
    RETURNING id, fetch_key`.execute(trx);
  const fetchKeys = deleted.flatMap((row) => row.fetchKey ?? []);
  const { rows: scans } = await sql<{ key: string }>`${scanKeysOf(fetchKeys)}`.execute(trx);
  const files = await deleteArtifacts(trx, [...fetchKeys, ...scans.map(({ key }) => key)]);
  return [...deleted.map((row) => ({ kind: 'footage', id: row.id, bytes: 0 })), ...files];
}
