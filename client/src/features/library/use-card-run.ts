import type { ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { isMaking } from '#contract/run-kinds.ts';
import { isActive, useRuns } from '../../lib/runs/runs.ts';

/**
 * Returns a project's active run, live, even if it started after the list was loaded. Otherwise returns its
 * last run.
 */
export function useCardRun({ id, run: listed }: ProjectSummary): Run | null {
  return useRuns(({ runs }) => {
    const active = Object.values(runs).find((run) => run.projectId === id && isMaking(run) && isActive(run));
    return active ?? (listed ? (runs[listed.id] ?? listed) : null);
  });
}
