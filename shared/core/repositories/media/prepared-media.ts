import { sql } from 'kysely';
import type { PreparedVideo } from '#contract/jobs/preparation.ts';
import type { Executor } from '../../db/database.ts';

/**
 * Sets the media of a prepared video in the project's sections that show it and have none yet. A range that
 * is unknown, or outside the video, becomes the whole video.
 */
export async function givePreparedMedia(
  trx: Executor,
  projectId: string,
  { videoId, fetchKey, scanKey, durationMs }: PreparedVideo,
): Promise<void> {
  const whole = sql`end_ms <= start_ms OR start_ms >= ${durationMs}::int`;
  await sql`
    UPDATE sections SET fetch_key = ${fetchKey}, scan_key = ${scanKey}, updated_at = now(),
      start_ms = CASE WHEN ${whole} THEN 0 ELSE start_ms END,
      end_ms = CASE WHEN ${whole} THEN ${durationMs}::int ELSE LEAST(end_ms, ${durationMs}::int) END
    WHERE project_id = ${projectId} AND scan_key IS NULL AND ${videoId} =
      CASE WHEN object_id IS NULL THEN video_id ELSE (SELECT o.video_id FROM objects o WHERE o.id = object_id) END
  `.execute(trx);
}
