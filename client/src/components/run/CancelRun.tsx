import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Run } from '#contract/runs.ts';
import { call, userMessage } from '../../lib/api.ts';
import { projectChanged } from '../../lib/queries.ts';
import { takeRun } from '../../lib/runs.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../ui/Button.tsx';

/** Stops a run; the screen changes when the server says that it has stopped. */
export function CancelRun({ run, size = 'md' }: { run: Run; size?: 'sm' | 'md' }): ReactElement {
  const cancel = useMutation({
    mutationFn: () => call<Run>('POST', `/api/runs/${run.id}/cancel`),
    onSuccess: (answer) => {
      takeRun(answer);
      projectChanged(run.projectId);
    },
    onError: (error) =>
      toast({
        title: 'Cancel Failed',
        description: userMessage(error, 'Please try again.'),
        variant: 'destructive',
        error,
      }),
  });
  const waiting = cancel.isPending || cancel.isSuccess;
  return (
    <Button size={size} inactive={waiting} onClick={() => cancel.mutate()}>
      {waiting ? 'Cancelling...' : 'Cancel'}
    </Button>
  );
}
