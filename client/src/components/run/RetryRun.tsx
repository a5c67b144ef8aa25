import type { ReactElement } from 'react';
import { RotateCcw } from 'lucide-react';
import type { Run } from '#contract/runs.ts';
import { useRetryRun } from '../../hooks/runs/use-retry-run.ts';
import { Button } from '../ui/controls/Button.tsx';

/** Retries a failed or cancelled run and reuses its artifacts. Renders nothing if a retry cannot help. */
export function RetryRun({ run, onRetried }: { run: Run; onRetried?: () => void }): ReactElement | null {
  const retry = useRetryRun(onRetried);
  if (!run.retryable) return null;
  return (
    <Button size="sm" inactive={retry.isPending} onClick={() => retry.mutate(run.id)}>
      <RotateCcw aria-hidden size={16} /> {run.status === 'cancelled' ? 'Resume' : 'Retry'}
    </Button>
  );
}
