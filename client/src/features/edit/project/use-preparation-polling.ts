import { useEffect } from 'react';
import type { Project } from '#contract/projects.ts';
import { GENERATION_POLL_MS } from '../../../config/constants.ts';
import { refreshProject } from '../../../lib/api/queries.ts';
import { useTransport } from '../../../lib/runs/realtime.ts';
import { isActive, useRuns } from '../../../lib/runs/runs.ts';

/** Polls the preparation of the project's uploads while nothing is pushed. */
export function usePreparationPolling({ id, preparations }: Project): void {
  const live = useTransport((state) => state.live);
  const preparing = useRuns(({ runs }) => preparations.some((run) => isActive(runs[run.id] ?? run)));
  const asking = preparing && !live;
  useEffect(() => {
    if (!asking) return;
    const timer = setInterval(() => void refreshProject(id), GENERATION_POLL_MS);
    return () => clearInterval(timer);
  }, [asking, id]);
}
