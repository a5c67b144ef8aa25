import { sql } from 'kysely';
import { fetchMedia, makeProxy, scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { PICTURE_PRINTS } from '../media/picture-prints.ts';
import { proxyKey } from '../media/proxies.ts';

const ACTIVE = sql`('queued', 'running')`;
/** The start of the text whose hash is a scan's key; see artifactKey. */
const SCAN_KEY_START = `${JSON.stringify([scanMedia.name, scanMedia.version]).slice(0, -1)},"`;

/** Computes the key of a fetched file's scan from its artifact's data, as scanKeyOf does. */
const scanKey = (data: string) =>
  sql`encode(sha256(convert_to(${SCAN_KEY_START} || (${sql.ref(data)} ->> 'sha256') || '"]', 'UTF8')), 'hex')`;

/** Selects the keys of the scans and proxies of these fetched files, whether or not they exist. */
export const scanKeysOf = (fetchKeys: string[]) => sql`
  WITH scans AS (
    SELECT ${scanKey('fetched.data')} AS key FROM artifacts AS fetched
    WHERE fetched.key = ANY(${fetchKeys}::text[]) AND fetched.job = ${fetchMedia.name})
  SELECT key FROM scans UNION ALL SELECT ${proxyKey(sql`scans.key`)} FROM scans`;

/**
 * Common table expressions for UNNEEDED: media that are referenced without a foreign key (by a film's music,
 * an edit that can be undone, Reset, a version that can be restored, an active run's plan), and the scans of
 * retained media.
 */
export const NAMED = sql`
  named AS MATERIALIZED (
    SELECT DISTINCT key #>> '{}' AS key FROM (
      SELECT jsonb_path_query(before, 'strict $.**.fetchKey') FROM section_edits
      UNION ALL SELECT jsonb_path_query(after, 'strict $.**.fetchKey') FROM section_edits
      UNION ALL SELECT project_before -> 'music' -> 'fetchKey' FROM section_edits
      UNION ALL SELECT project_after -> 'music' -> 'fetchKey' FROM section_edits
      UNION ALL SELECT music -> 'fetchKey' FROM projects
      UNION ALL SELECT jsonb_path_query(input, '$.music.fetchKey') FROM runs WHERE status IN ${ACTIVE}
      UNION ALL SELECT original -> 'fetchKey' FROM sections
      UNION ALL SELECT jsonb_array_elements(media) FROM film_versions
      UNION ALL SELECT project_state -> 'music' -> 'fetchKey' FROM film_versions
      UNION ALL SELECT jsonb_path_query(input, '$.sections[*].media.fetchKey') FROM runs WHERE status IN ${ACTIVE}
      UNION ALL SELECT jsonb_path_query(input, '$.sections[*].media.scanKey') FROM runs WHERE status IN ${ACTIVE}
      UNION ALL SELECT input -> 'artifactKey' FROM runs WHERE status IN ${ACTIVE}
      UNION ALL SELECT to_jsonb(videos.fetch_key) FROM runs JOIN run_steps ON run_steps.run_id = runs.id
        JOIN videos ON videos.id = run_steps.input ->> 'videoId' WHERE runs.status IN ${ACTIVE}
    ) AS everything(key)),
  named_scans AS MATERIALIZED (
    SELECT ${scanKey('fetched.data')} AS key FROM artifacts AS fetched WHERE fetched.job = ${fetchMedia.name}
      AND (fetched.key IN (SELECT key FROM named)
        OR EXISTS (SELECT FROM objects WHERE objects.fetch_key = fetched.key)))`;

/** Whether a row of `artifacts` can be removed: it can be made again, or nothing can need it. */
export const UNNEEDED = sql<boolean>`
  NOT EXISTS (SELECT FROM sections WHERE sections.fetch_key = artifacts.key)
  AND NOT EXISTS (SELECT FROM sections WHERE sections.scan_key = artifacts.key)
  AND NOT EXISTS (SELECT FROM films WHERE films.artifact_key = artifacts.key)
  AND NOT EXISTS (SELECT FROM films WHERE films.poster_key = artifacts.key)
  AND NOT EXISTS (SELECT FROM objects WHERE objects.fetch_key = artifacts.key)
  AND NOT EXISTS (SELECT FROM videos WHERE videos.fetch_key = artifacts.key 
    AND videos.source = 'upload' AND videos.removed_at IS NULL)
  AND NOT EXISTS (SELECT FROM run_steps JOIN runs ON runs.id = run_steps.run_id
    WHERE run_steps.artifact_key = artifacts.key AND runs.status IN ${ACTIVE})
  AND NOT EXISTS (SELECT FROM named WHERE named.key = artifacts.key)
  AND NOT EXISTS (SELECT FROM named_scans WHERE named_scans.key = artifacts.key)
  AND NOT (artifacts.job = ${makeProxy.name} AND (
    EXISTS (SELECT FROM sections WHERE sections.scan_key = artifacts.data ->> 'scanKey')
    OR EXISTS (SELECT FROM named_scans WHERE named_scans.key = artifacts.data ->> 'scanKey')))
  AND NOT (artifacts.job IN (${PICTURE_PRINTS.name}, ${findSubjects.name})
    AND EXISTS (SELECT FROM sections WHERE sections.scan_key = artifacts.data ->> 'scanKey'))`;
