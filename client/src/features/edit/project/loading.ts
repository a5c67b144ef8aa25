import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { call, isUnauthorized } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import { GENERATION_POLL_MS } from '../../../config/constants.ts';
import { refreshProject } from '../../../lib/api/queries.ts';
import { useTransport } from '../../../lib/runs/realtime.ts';
import { isActive, useRuns } from '../../../lib/runs/runs.ts';

/** Requests the clips of the analysis when the editor opens. Announces when the stored sections are used instead. */
export function useClips({ id, failedVideos }: Project): void {
  useQuery({
    // A key below the project's key would be refetched after every edit. A retried video changes the key.
    queryKey: ['clips', id, failedVideos.length],
    queryFn: async ({ signal }) => {
      try {
        return await call(calls.readClips, { params: { id }, query: { force_refresh: true }, signal });
      } catch (error) {
        if (!signal.aborted && !isUnauthorized(error)) {
          toast({ title: 'Using Stored Data', description: 'Python API unavailable, using stored sections' });
        }
        throw error;
      }
    },
  });
}

/** Polls the preparation of the project's uploads while the socket is disconnected. */
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
