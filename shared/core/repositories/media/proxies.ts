import { type Expression, type RawBuilder, sql } from 'kysely';
import type { PreviewingInput } from '#contract/jobs/previewing.ts';
import { makeProxy } from '#contract/jobs/processing.ts';
import { artifactKey } from '../../lib/artifact-key.ts';
import type { Executor } from '../../db/database.ts';
import type { Artifact } from './artifacts.ts';

export const PROXY_FILE = 'proxy.mp4';

/** Returns the key of the proxy that was made after the scan with this key. */
export const proxyKeyOf = (scanKey: string): string => artifactKey(makeProxy, [scanKey]);

/** The start of the text whose hash is a proxy's key; see artifactKey. */
const KEY_START = `${JSON.stringify([makeProxy.name, makeProxy.version]).slice(0, -1)},"`;

/** The same key, for a query. */
export const proxyKey = (scanKey: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(${KEY_START} || ${scanKey} || '"]', 'UTF8')), 'hex')`;

/** Whether a scan's own files include its proxy: it was requested, or needed no encoding. */
export const hasOwnProxy = ({ files }: Pick<Artifact, 'files'>): boolean =>
  files.some(({ name }) => name === PROXY_FILE);

/** Selects those of these scans whose proxy was made later. `scanKeys` is a query. */
export const selectProxied = (scanKeys: Expression<unknown>): RawBuilder<{ scanKey: string }> => sql`
  SELECT shown.key AS scan_key FROM (${scanKeys}) AS shown(key)
  WHERE EXISTS (SELECT FROM artifacts WHERE artifacts.key = ${proxyKey(sql`shown.key`)})`;

/** Finds the active run that makes the proxy of a fetched file for a project. */
export async function findActivePreviewing(
  db: Executor,
  projectId: string,
  fetchKey: string,
): Promise<string | undefined> {
  const active = await db
    .selectFrom('runs')
    .select('id')
    .where('projectId', '=', projectId)
    .where('kind', '=', 'previewing')
    .where('status', 'in', ['queued', 'running'])
    .where(sql`input ->> 'fetchKey'`, '=', fetchKey)
    .executeTakeFirst();
  return active?.id;
}

/**
 * Returns the videos of a project's sections whose scan has no proxy, unless an active run of the project
 * makes it.
 */
export async function findWithoutProxy(db: Executor, projectId: string): Promise<PreviewingInput[]> {
  const { rows } = await sql<PreviewingInput>`
    SELECT DISTINCT ON (scans.key) videos.id AS video_id, sections.fetch_key,
      videos.duration_ms
    FROM sections
    LEFT JOIN objects ON objects.id = sections.object_id
    JOIN videos ON videos.id = CASE WHEN sections.object_id IS NULL THEN sections.video_id ELSE objects.video_id END
    JOIN artifacts AS scans ON scans.key = sections.scan_key
    WHERE sections.project_id = ${projectId} AND sections.deleted_at IS NULL AND sections.fetch_key IS NOT NULL
      AND NOT scans.files @> ${JSON.stringify([{ name: PROXY_FILE }])}::jsonb
      AND NOT EXISTS (SELECT FROM artifacts WHERE artifacts.key = ${proxyKey(sql`scans.key`)})
      AND NOT EXISTS (SELECT FROM runs WHERE runs.project_id = ${projectId} AND runs.kind = 'previewing'
        AND runs.status IN ('queued', 'running') AND runs.input ->> 'fetchKey' = sections.fetch_key)
    ORDER BY scans.key, videos.id`.execute(db);
  return rows;
}
