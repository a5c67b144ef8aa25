import * as calls from '#contract/calls/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import { call, isUnauthorized } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';

/** Requests the clips of the analysis when the editor opens. Announces when the stored sections are used instead. */
export function useClips({ id, failedVideos }: Project): void {
  useQuery({
    // Below the project's own key they would be reloaded with every edit; a retried video brings new ones.
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
