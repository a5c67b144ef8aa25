import { type RawBuilder, sql } from 'kysely';
import type { Run } from '#contract/runs.ts';
import type { Executor } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import { shownPercentage } from './runs.ts';

/** A project ID that is valid only for its user. */
export interface OwnProjectKey {
  projectId: string;
  userId: string;
}

/** A run's progress, without its steps. */
export type RunProgress = Pick<Run, 'status' | 'percentage' | 'stage' | 'message'>;

/**
 * Returns the newest processing of each of these projects, in order; `undefined` for a project that is
 * deleted or another user's.
 */
export async function findProcessings(
  db: Executor,
  projects: OwnProjectKey[],
): Promise<(RunProgress | undefined)[]> {
  const rows = await readProcessings(
    db,
    projects.map(({ projectId }) => projectId),
    projects.map(({ userId }) => userId),
  );
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]));
  return projects.map((_, index) => {
    const row = byPlace.get(index + 1);
    return row && { ...row, percentage: shownPercentage(row.percentage) };
  });
}

const readProcessings = prepared(
  (_, projectIds: string[], userIds: string[]): RawBuilder<RunProgress & { place: number }> => sql`
    SELECT wanted.place::int, newest.status, newest.percentage, newest.stage, newest.message
    FROM unnest(${projectIds}::uuid[], ${userIds}::uuid[]) WITH ORDINALITY AS wanted(project_id, user_id, place)
    JOIN projects ON projects.id = wanted.project_id AND projects.user_id = wanted.user_id
      AND projects.deleted_at IS NULL
    CROSS JOIN LATERAL (SELECT status, percentage, stage, message FROM runs
      WHERE runs.project_id = projects.id AND kind = 'processing' ORDER BY created_at DESC LIMIT 1) AS newest`,
);
