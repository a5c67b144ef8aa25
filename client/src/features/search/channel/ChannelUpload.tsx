import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { percentText } from '../../../components/run/percent.ts';
import { RetryRun } from '../../../components/run/RetryRun.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { useRunNarration } from '../../../hooks/runs/use-run-narration.ts';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { estimateText } from '../../../lib/format.ts';
import { forgetRun, isActive, stageText } from '../../../lib/runs/runs.ts';

/** A video that is being sent to the channel, or the result. */
export function ChannelUpload({ run }: { run: Run }): ReactElement {
  return isActive(run) ? <OnItsWay run={run} /> : <Ended run={run} />;
}

function OnItsWay({ run }: { run: Run }): ReactElement {
  useRunPolling(null, run);
  useRunNarration(run);
  const remaining = estimateText(run.estimate);
  return (
    <div className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-3 py-2">
      <div className="min-w-0 flex-1 basis-44 space-y-1.5">
        <p className="flex justify-between gap-4">
          <span className="min-w-0 truncate font-medium" title={run.projectTitle}>
            {run.projectTitle}
          </span>
          <span className="font-semibold tabular-nums">{percentText(run)}</span>
        </p>
        <ProgressBar label={`Uploading ${run.projectTitle} to YouTube`} value={run.percentage} />
        <p className="text-muted flex flex-wrap justify-between gap-x-4 text-xs tabular-nums">
          <span>{stageText(run)}</span>
          <span>{remaining}</span>
        </p>
      </div>
      <CancelRun run={run} size="sm" />
    </div>
  );
}

function Ended({ run }: { run: Run }): ReactElement {
  const { status, projectTitle, message } = run;
  const forget = (): void => forgetRun(run.id);
  if (status === 'completed') {
    return <Notice onDismiss={forget}>“{projectTitle}” is on YouTube, where only you can see it.</Notice>;
  }
  return (
    <Notice
      tone={status === 'failed' ? 'danger' : 'info'}
      action={<RetryRun run={run} onRetried={forget} />}
      onDismiss={forget}
    >
      {status === 'cancelled'
        ? `The upload of “${projectTitle}” to YouTube was cancelled.`
        : `Couldn’t upload “${projectTitle}” to YouTube. ${message}`}
    </Notice>
  );
}
