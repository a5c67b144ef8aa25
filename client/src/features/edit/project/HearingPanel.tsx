import type { ReactElement } from 'react';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { detailText, isActive, useNewestRun } from '../../../lib/runs/runs.ts';
import { RunPanel } from '../parts/RunPanel.tsx';

/** The progress of a video that is heard again, with Cancel; nothing at other times. */
export function HearingPanel({ projectId }: { projectId: string }): ReactElement | null {
  const newest = useNewestRun(projectId, 'hearing');
  const run = isActive(newest) ? newest : null;
  useRunPolling(projectId, run);
  if (!run) return null;
  return (
    <RunPanel
      run={run}
      label="Transcribing"
      doing="Transcribing a video again"
      detail={detailText(run) ?? `${run.stage}…`}
    />
  );
}
