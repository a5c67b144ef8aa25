import * as calls from '#contract/calls/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import { call, isUnauthorized } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';

/** Asks for the clips of the analysis when the editor opens. Says so when the stored sections must do. */
export function useClips({ id, failedVideos }: Project): void {
  useQuery({
    // A project's own key would have them read again with every edit; a video that is tried again brings new ones.
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
