import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { alertNoCredits } from '../../lib/alert.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { reportFailure } from '../../lib/api/attempt.ts';
import { projectChanged } from '../../lib/api/queries.ts';
import { storeRun } from '../../lib/runs/runs.ts';
import { deselectSent } from '../../lib/selection/sent-selection.ts';

/** Retries a run by its ID. `onRetried` receives its new state, which the page has already stored. */
export function useRetryRun(onRetried?: (run: Run) => void): UseMutationResult<Run, Error, string> {
  return useMutation({
    mutationFn: (runId: string) => call(calls.retryRun, { params: { id: runId } }),
    onSuccess: (run) => {
      storeRun(run);
      projectChanged(run.projectId);
      if (run.projectId && run.kind === 'processing') deselectSent(run.projectId);
      onRetried?.(run);
    },
    onError: (error) => {
      // A processing costs its credit again, since the first one was refunded when it failed.
      if (error instanceof ApiError && error.status === 402) {
        alertNoCredits(error);
        return;
      }
      reportFailure(error, { title: 'Retry Failed', fallback: 'Please try again.' });
    },
  });
}
