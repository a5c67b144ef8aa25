import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { call } from '../../../lib/api/api.ts';
import { reportFailure } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { storeRun } from '../../../lib/runs/runs.ts';

/** Lists videos that could not be processed, with the reason. A retry is free, and offered if it may help. */
export function FailedVideos({
  project,
  onDismiss,
}: {
  project: Project;
  onDismiss: () => void;
}): ReactElement {
  const { id, failedVideos, preparations } = project;
  const retry = useMutation({
    mutationFn: () => call(calls.retryVideos, { params: { id } }),
    onSuccess: (run) => {
      storeRun(run);
      projectChanged(id);
    },
    onError: (error) => reportFailure(error, { title: 'Retry Failed', fallback: 'Please try again.' }),
  });
  const busy = retry.isPending || preparations.some(({ kind }) => kind === 'preparation');
  return (
    <Notice
      tone="warn"
      onDismiss={onDismiss}
      action={
        failedVideos.some(({ retryable }) => retryable) ? (
          <Button size="sm" inactive={busy} onClick={() => retry.mutate()}>
            <RotateCcw aria-hidden size={16} /> {busy ? 'Trying again...' : 'Retry for free'}
          </Button>
        ) : null
      }
    >
      <ul className="space-y-0.5">
        {failedVideos.map(({ id: videoId, title, message }) => (
          <li key={videoId} className="break-words">
            Could not process “{title}”. {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
