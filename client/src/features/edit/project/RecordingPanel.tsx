import type { ReactElement } from 'react';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { useRuns } from '../../../lib/runs/runs.ts';
import { useRecordings } from '../context/recordings.ts';

/** How far the recording of a project's narrations is, with Cancel. */
export function RecordingPanel({ projectId }: { projectId: string }): ReactElement | null {
  const recording = useRecordings((all) => all[projectId]);
  const run = useRuns(({ runs }) => runs[recording?.runId ?? ''] ?? null);
  useRunPolling(null, run);
  if (!recording) return null;
  const percent = run?.status === 'running' ? ` ${Math.floor(run.percentage)}%` : '';
  return (
    <Notice action={run ? <CancelRun run={run} size="sm" /> : null}>
      <span className="tabular-nums">
        Recording narration {recording.place} of {recording.total}...{percent}
      </span>
    </Notice>
  );
}
