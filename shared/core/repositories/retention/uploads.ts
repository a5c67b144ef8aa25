import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { deleteArtifacts } from './artifacts.ts';
import type { Limits } from './limits.ts';
import { scanKeysOf } from './needed.ts';
import type { Item } from './item.ts';

const BATCH = 100;

/** The files of a deleted upload row. */
export interface DroppedUpload {
  id: string;
  objectKey: string | null;
  fetchKey: string | null;
  videoId: string | null;
  /** A bigint, as Postgres returns it. */
  bytes: string | null;
}

/**
 * Deletes a batch of uploads that are not used by a section or a film's music, and that no undo, version or
 * active run's plan needs: never used ones after a day, others after this many days.
 */
export async function collectUploads(trx: Executor, { uploadsMaxDays }: Limits): Promise<Item[]> {
  const old =
    uploadsMaxDays === 0 ? sql`false` : sql`created_at < now() - make_interval(days => ${uploadsMaxDays})`;
  const unused = sql`
    (uploads.kind IS NULL AND created_at < now() - interval '1 day' OR uploads.kind IS NOT NULL AND ${old})
    AND NOT EXISTS (SELECT FROM sections WHERE sections.object_id = uploads.id)
    AND NOT EXISTS (SELECT FROM section_edits AS edits WHERE edits.project_id = uploads.project_id
      AND (edits.before::text LIKE '%' || uploads.id || '%'
        OR edits.after::text LIKE '%' || uploads.id || '%'
        OR edits.project_before::text LIKE '%' || uploads.id || '%'
        OR edits.project_after::text LIKE '%' || uploads.id || '%'))
    AND NOT EXISTS (SELECT FROM projects WHERE projects.music ->> 'objectId' = uploads.id::text)
    AND NOT EXISTS (SELECT FROM film_versions AS versions WHERE versions.project_id = uploads.project_id
      AND (versions.uploads @> to_jsonb(uploads.id)
        OR versions.project_state -> 'music' ->> 'objectId' = uploads.id::text))
    AND NOT EXISTS (SELECT FROM runs WHERE runs.project_id = uploads.project_id
      AND runs.status IN ('queued', 'running'))`;
  // Edits of sections hold their project's lock, so lock first, then check.
  const { rows: projects } = await sql<{ id: string }>`
    SELECT id FROM projects WHERE id IN (
      SELECT project_id FROM objects AS uploads WHERE ${unused} LIMIT ${BATCH})
    ORDER BY id FOR UPDATE SKIP LOCKED`.execute(trx);
  if (projects.length === 0) return [];
  const { rows: dropped } = await sql<DroppedUpload>`
    DELETE FROM objects AS uploads WHERE project_id = ANY(${projects.map(({ id }) => id)}::uuid[])
      AND ${unused}
    RETURNING id, object_key, fetch_key, video_id, bytes`.execute(trx);
  return [...uploadItems(dropped), ...(await dropMediaOf(trx, dropped))];
}

/** Deletes a batch of uploads of own videos that were neither used nor resumed within a day. */
export async function collectVideoUploads(trx: Executor): Promise<Item[]> {
  const { rows: dropped } = await sql<DroppedUpload>`
    DELETE FROM objects WHERE id IN (
      SELECT id FROM objects WHERE project_id IS NULL AND created_at < now() - interval '1 day'
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, object_key, fetch_key, video_id, bytes`.execute(trx);
  return [...uploadItems(dropped), ...(await dropMediaOf(trx, dropped))];
}

export const uploadItems = (dropped: DroppedUpload[]): Item[] =>
  dropped.map(({ id, bytes }) => ({ kind: 'upload', id, bytes: Number(bytes ?? 0) }));

/**
 * Deletes what only these uploads used: their videos, media and files. A duplicated project shares the media
 * of its copied uploads, so each is checked.
 */
export async function dropMediaOf(
  trx: Executor,
  dropped: DroppedUpload[],
  otherKeys: string[] = [],
): Promise<Item[]> {
  const fetchKeys = dropped.flatMap(({ fetchKey }) => fetchKey ?? []);
  const videoIds = dropped.flatMap(({ videoId }) => videoId ?? []);
  await sql`
    DELETE FROM videos WHERE id = ANY(${videoIds}::text[]) AND source = 'upload'
      AND NOT EXISTS (SELECT FROM objects WHERE objects.video_id = videos.id)
      AND NOT EXISTS (SELECT FROM sections WHERE sections.video_id = videos.id)
      AND NOT EXISTS (SELECT FROM project_videos WHERE project_videos.video_id = videos.id)`.execute(trx);
  const { rows: scans } = await sql<{ key: string }>`${scanKeysOf(fetchKeys)}`.execute(trx);
  const keys = [...new Set([...fetchKeys, ...scans.map(({ key }) => key), ...otherKeys])];
  const artifacts = await deleteArtifacts(trx, keys);
  const files = dropped.filter(({ objectKey }) => objectKey !== null);
  // A video's file is also its artifact's file, and stays with it.
  await sql`
    INSERT INTO files_to_remove (object_key)
    SELECT sent.object_key FROM unnest(${files.map((file) => file.objectKey)}::text[],
      ${files.map((file) => file.fetchKey)}::text[]) AS sent(object_key, fetch_key)
    WHERE NOT EXISTS (SELECT FROM artifacts WHERE artifacts.key = sent.fetch_key
      AND artifacts.files @> jsonb_build_array(jsonb_build_object('objectKey', sent.object_key)))
    ON CONFLICT DO NOTHING`.execute(trx);
  return artifacts;
}
