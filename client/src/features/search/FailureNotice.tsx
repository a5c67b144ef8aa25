import { useEffect, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Run } from '#contract/runs.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useGo } from '../../hooks/use-place.ts';
import { call, userMessage } from '../../lib/api.ts';
import { lastSearch } from '../../lib/last-search.ts';
import { setProcessingFailure, useProcessingFailure } from '../../lib/processing-failure.ts';
import { projectChanged } from '../../lib/queries.ts';
import { takeRun } from '../../lib/runs.ts';
import { toast } from '../../lib/toast.ts';

/** Why the last processing did not end well, and the way to try it again. */
export function FailureNotice(): ReactElement | null {
  const failure = useProcessingFailure((state) => state.failure);
  const go = useGo();
  const retry = useMutation({
    mutationFn: (runId: string) => call<Run>('POST', `/api/runs/${runId}/retry`),
    onSuccess: (run) => {
      // The new state first: the processing stage would take the old failure for the new one.
      takeRun(run);
      projectChanged(run.projectId);
      setProcessingFailure(null);
      go({ stage: 'processing', project: run.projectId, ...lastSearch() });
    },
    onError: (error) =>
      toast({
        title: 'Retry Failed',
        description: userMessage(error, 'Please try again.'),
        variant: 'destructive',
      }),
  });
  // The search stands where it was left, which may be far below this line.
  useEffect(() => {
    if (failure) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [failure]);
  if (!failure) return null;
  const { text, runId } = failure;
  return (
    <Notice
      tone="danger"
      urgent
      onDismiss={() => setProcessingFailure(null)}
      action={
        runId ? (
          <Button size="sm" inactive={retry.isPending} onClick={() => retry.mutate(runId)}>
            {retry.isPending ? 'Retrying...' : 'Retry'}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  );
}
