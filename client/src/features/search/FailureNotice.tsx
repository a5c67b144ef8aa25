import { useEffect, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useGo } from '../../hooks/use-place.ts';
import { call, userMessage } from '../../lib/api.ts';
import { lastSearch } from '../../lib/last-search.ts';
import { setProcessingFailure, useProcessingFailure } from '../../lib/processing-failure.ts';
import { keys } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { takeRun } from '../../lib/runs.ts';
import { toast } from '../../lib/toast.ts';

/** Why the last processing did not end well, and the way to try it again. */
export function FailureNotice(): ReactElement | null {
  const failure = useProcessingFailure((state) => state.failure);
  const go = useGo();
  const retry = useMutation({
    mutationFn: async ({ runId, projectId }: { runId: string; projectId: string }) => {
      await call('POST', `/api/runs/${runId}/retry`);
      // The new state first: the processing stage would take the old failure for the new one.
      return queryClient.fetchQuery<Project>({ queryKey: keys.project(projectId), staleTime: 0 });
    },
    onSuccess: (project) => {
      if (project.processing) takeRun(project.processing);
      setProcessingFailure(null);
      go({ stage: 'processing', project: project.id, ...lastSearch() });
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
  const { text, runId, projectId } = failure;
  return (
    <Notice
      tone="danger"
      urgent
      onDismiss={() => setProcessingFailure(null)}
      action={
        runId && projectId ? (
          <Button size="sm" inactive={retry.isPending} onClick={() => retry.mutate({ runId, projectId })}>
            {retry.isPending ? 'Retrying...' : 'Retry'}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  );
}
