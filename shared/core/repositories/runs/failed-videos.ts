import { type RawBuilder, sql } from 'kysely';
import { type ProcessingInput, processingInputSchema } from '#contract/jobs/processing.ts';
import type { Executor } from '../../db/database.ts';
import { isFinal } from './final-failures.ts';

export interface FailedVideo {
  id: string;
  title: string;
  /** The reason, in a sentence for the creator. */
  message: string;
  /** `false` if the file can never be used. */
  retryable: boolean;
}

/** Returns the videos of a processed project that have no section because one of their steps failed. */
export async function findFailedVideos(db: Executor, projectId: string): Promise<FailedVideo[]> {
  const { rows } = await selectFailedVideos(projectId).execute(db);
  return rows;
}

export const selectFailedVideos = (projectId: string): RawBuilder<FailedVideo> => sql`
    SELECT videos.id, videos.title, COALESCE(failed.error_message, 'It could not be processed.') AS message,
      NOT COALESCE(${isFinal(sql`failed.error_code`)}, false) AS retryable
    FROM project_videos
    JOIN videos ON videos.id = project_videos.video_id
    CROSS JOIN LATERAL (
      SELECT run_steps.error_message, run_steps.error_code FROM run_steps JOIN runs ON runs.id = run_steps.run_id
      WHERE runs.project_id = ${projectId} AND runs.kind IN ('processing', 'preparation')
        AND run_steps.state = 'failed' AND run_steps.input ->> 'videoId' = videos.id
      ORDER BY run_steps.finished_at DESC NULLS LAST LIMIT 1) failed
    WHERE project_videos.project_id = ${projectId}
      AND EXISTS (SELECT FROM runs WHERE project_id = ${projectId} AND kind = 'processing' AND status = 'completed')
      AND NOT EXISTS (SELECT FROM sections WHERE project_id = ${projectId} AND video_id = videos.id)
    ORDER BY project_videos.position`;

/** Returns the languages that the creator chose when the project's videos were sent, by video ID. */
export async function findSpokenLanguages(
  db: Executor,
  projectId: string,
): Promise<NonNullable<ProcessingInput['spoken']>> {
  const first = await db
    .selectFrom('runs')
    .select('input')
    .where('projectId', '=', projectId)
    .where('kind', '=', 'processing')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (first && processingInputSchema.parse(first.input).spoken) ?? {};
}

/** Finds the active run that retries a project's failed videos. */
export async function findVideosRetry(db: Executor, projectId: string): Promise<string | undefined> {
  const active = await db
    .selectFrom('runs')
    .select('id')
    .where('projectId', '=', projectId)
    .where('kind', '=', 'preparation')
    .where('status', 'in', ['queued', 'running'])
    .where(sql<boolean>`input ->> 'sections' = 'true'`)
    .executeTakeFirst();
  return active?.id;
}
