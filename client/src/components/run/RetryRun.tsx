import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { Run } from '#contract/runs.ts';
import { call, userMessage } from '../../lib/api.ts';
import { projectChanged } from '../../lib/queries.ts';
import { takeRun } from '../../lib/runs.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../ui/Button.tsx';

/** Goes on with a run that failed or was cancelled; what it had made is taken over. */
export function RetryRun({ run, onRetried }: { run: Run; onRetried?: () => void }): ReactElement {
  const retry = useMutation({
    mutationFn: () => call<Run>('POST', `/api/runs/${run.id}/retry`),
    onSuccess: (answer) => {
      takeRun(answer);
      projectChanged(run.projectId);
      onRetried?.();
    },
    onError: (error) =>
      toast({
        title: 'Retry Failed',
        description: userMessage(error, 'Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button size="sm" inactive={retry.isPending} onClick={() => retry.mutate()}>
      <RotateCcw aria-hidden size={16} /> {run.status === 'cancelled' ? 'Resume' : 'Retry'}
    </Button>
  );
}
