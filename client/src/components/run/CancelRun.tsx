import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { call } from '../../lib/api/api.ts';
import { reportFailure } from '../../lib/api/attempt.ts';
import { projectChanged } from '../../lib/api/queries.ts';
import { storeRun } from '../../lib/runs/runs.ts';
import { Button } from '../ui/controls/Button.tsx';

/** Cancels a run; the screen changes when the server confirms it. */
export function CancelRun({ run, size = 'md' }: { run: Run; size?: 'sm' | 'md' }): ReactElement {
  const cancel = useMutation({
    mutationFn: () => call(calls.cancelRun, { params: { id: run.id } }),
    onSuccess: (answer) => {
      storeRun(answer);
      projectChanged(run.projectId);
    },
    onError: (error) => reportFailure(error, { title: 'Cancel Failed', fallback: 'Please try again.' }),
  });
  const waiting = cancel.isPending || cancel.isSuccess;
  return (
    <Button size={size} inactive={waiting} onClick={() => cancel.mutate()}>
      {waiting ? 'Cancelling...' : 'Cancel'}
    </Button>
  );
}
