import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { RESTORE_DAYS } from '../projects/projects.ts';
import type { Item } from './item.ts';
import { dropMediaOf, type DroppedUpload, uploadItems } from './uploads.ts';

const BATCH = 20;
/** Projects and sections that can still be restored are younger than this; see the queries that list them. */
const OVER = sql`now() - make_interval(days => ${RESTORE_DAYS})`;

/**
 * Deletes a batch of the projects that can no longer be restored, with all of their data, and the media that
 * only they used and that their user owns. Shared media are removed like any cached file.
 */
export async function purgeProjects(trx: Executor): Promise<Item[]> {
  const { rows: projects } = await sql<{ id: string }>`
    SELECT id FROM projects WHERE deleted_at <= ${OVER}
      AND NOT EXISTS (SELECT FROM runs WHERE runs.project_id = projects.id AND runs.status IN ('queued', 'running'))
    ORDER BY deleted_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(trx);
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const { rows: uploads } = await sql<DroppedUpload>`
    SELECT id, object_key, fetch_key, video_id, bytes FROM objects WHERE project_id = ANY(${ids}::uuid[])
    ORDER BY id`.execute(trx);
  const own = await ownArtifacts(trx, ids);
  await trx.deleteFrom('projects').where('id', 'in', ids).execute();
  return [
    ...ids.map((id) => ({ kind: 'project', id, bytes: 0 })),
    ...uploadItems(uploads),
    ...(await dropMediaOf(trx, uploads, own)),
  ];
}

/**
 * Returns the owned artifacts that these projects' runs, films and sections use, and that no other project's
 * runs made.
 */
async function ownArtifacts(trx: Executor, projectIds: string[]): Promise<string[]> {
  const ids = sql`${projectIds}::uuid[]`;
  const { rows } = await sql<{ key: string }>`
    SELECT used.key FROM (
      SELECT s.artifact_key FROM run_steps s JOIN runs r ON r.id = s.run_id WHERE r.project_id = ANY(${ids})
      UNION SELECT artifact_key FROM films WHERE project_id = ANY(${ids})
      UNION SELECT fetch_key FROM sections WHERE project_id = ANY(${ids})
      UNION SELECT scan_key FROM sections WHERE project_id = ANY(${ids})) AS used(key)
    JOIN artifacts ON artifacts.key = used.key AND artifacts.owner_id IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM run_steps s JOIN runs r ON r.id = s.run_id
      WHERE s.artifact_key = used.key AND r.project_id <> ALL(${ids}))`.execute(trx);
  return rows.map(({ key }) => key);
}

/** Deletes a batch of the sections that can no longer be restored. */
export async function purgeSections(trx: Executor): Promise<Item[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM sections WHERE id IN (
      SELECT id FROM sections WHERE deleted_at <= ${OVER} ORDER BY deleted_at, id LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(trx);
  return rows.map(({ id }) => ({ kind: 'section', id, bytes: 0 }));
}
