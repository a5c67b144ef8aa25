import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { Run } from '#contract/runs.ts';
import { alertNoCredits } from '../lib/alert.ts';
import { ApiError, call, userMessage } from '../lib/api.ts';
import { projectChanged } from '../lib/queries.ts';
import { takeRun } from '../lib/runs.ts';
import { deselectSent } from '../lib/sent-selection.ts';
import { toast } from '../lib/toast.ts';

/** Tries a run again, by its id; `onRetried` gets its new state, which the page knows by then. */
export function useRetryRun(onRetried?: (run: Run) => void): UseMutationResult<Run, Error, string> {
  return useMutation({
    mutationFn: (runId: string) => call<Run>('POST', `/api/runs/${runId}/retry`),
    onSuccess: (run) => {
      takeRun(run);
      projectChanged(run.projectId);
      if (run.projectId && run.kind === 'processing') deselectSent(run.projectId);
      onRetried?.(run);
    },
    onError: (error) => {
      // A processing costs its credit again: the first one came back when it failed.
      if (error instanceof ApiError && error.status === 402) {
        alertNoCredits(error);
        return;
      }
      toast({
        title: 'Retry Failed',
        description: userMessage(error, 'Please try again.'),
        variant: 'destructive',
        error,
      });
    },
  });
}
