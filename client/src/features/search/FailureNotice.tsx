import { useEffect, type ReactElement } from 'react';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { useGoFromHere } from '../../hooks/page/use-place.ts';
import { useRetryRun } from '../../hooks/runs/use-retry-run.ts';
import { lastSearch } from '../../lib/selection/last-search.ts';
import { setProcessingFailure, useProcessingFailure } from '../../lib/selection/processing-failure.ts';

/** Shows why the last processing failed, or that it was cancelled, with Retry. */
export function FailureNotice(): ReactElement | null {
  const failure = useProcessingFailure((state) => state.failure);
  const go = useGoFromHere();
  const retry = useRetryRun(({ projectId }) => {
    setProcessingFailure(null);
    go({ stage: 'processing', project: projectId, ...lastSearch() });
  });
  // The search keeps its scroll position, which may be far below this line.
  useEffect(() => {
    if (failure) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [failure]);
  if (!failure) return null;
  const { text, runId, cancelled = false } = failure;
  return (
    <Notice
      tone={cancelled ? 'info' : 'danger'}
      urgent={!cancelled}
      error={failure.error}
      onDismiss={() => setProcessingFailure(null)}
      action={
        runId ? (
          <Button size="sm" inactive={retry.isPending} onClick={() => retry.mutate(runId)}>
            {cancelled ? 'Resume' : retry.isPending ? 'Retrying...' : 'Retry'}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  );
}
