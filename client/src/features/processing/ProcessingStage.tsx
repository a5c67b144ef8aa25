import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { percentText } from '../../components/run/percent.ts';
import { Tips } from '../../components/ui/controls/Tips.tsx';
import { UnreadProject } from '../../components/ui/messages/UnreadProject.tsx';
import { useGoFromHere, usePlace } from '../../hooks/page/use-place.ts';
import { useProject } from '../../hooks/use-project.ts';
import { useRunNarration } from '../../hooks/runs/use-run-narration.ts';
import { useRunPolling } from '../../hooks/runs/use-run-polling.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { lastSearch } from '../../lib/selection/last-search.ts';
import { asReason, setProcessingFailure } from '../../lib/selection/processing-failure.ts';
import { useNewestRun } from '../../lib/runs/runs.ts';
import { useSelection } from '../../lib/selection/selection.ts';
import { selectSent } from '../../lib/selection/sent-selection.ts';
import { resumeStart } from '../../lib/selection/start-processing.ts';
import { toast } from '../../lib/toast.ts';
import { ProcessingPanel } from './ProcessingPanel.tsx';
import { useFakeProgress } from './use-fake-progress.ts';

/** The second step: the processing of the chosen videos, and its result. */
export function ProcessingStage(): ReactElement {
  const { project: projectId } = usePlace();
  const go = useGoFromHere();
  const project = useProject(projectId);
  const run = useNewestRun(projectId, 'processing');
  const fake = useFakeProgress(run === null);
  const percentage = run ? run.percentage : fake;
  useTitle(`${percentText({ percentage })} · AI Processing`);
  useRunNarration(run);

  const backToSearch = useCallback(
    (text: string, ended: Run | null) => {
      setProcessingFailure({
        text,
        runId: ended?.retryable ? ended.id : null,
        cancelled: ended?.status === 'cancelled',
      });
      if (ended?.projectId) selectSent(ended.projectId);
      go({ stage: 'search', ...lastSearch() }, { replace: true });
    },
    [go],
  );
  const lost = useCallback(
    (reason: string) => {
      // eslint-disable-next-line no-console -- product.md 8.7: logged to the console
      console.error('Failed to read the progress', reason);
      backToSearch(`Processing failed: ${asReason(reason)}. The project is kept in My Videos.`, null);
    },
    [backToSearch],
  );
  useRunPolling(projectId, run, lost);

  const started = useRef(false);
  useEffect(() => {
    if (projectId !== null || started.current) return;
    started.current = true;
    if (resumeStart(go)) return;
    // The stage without a project, opened by its URL.
    if (useSelection.getState().videos.length === 0) {
      toast({
        title: 'No Videos Selected',
        description: 'Please select at least one video to continue.',
        variant: 'destructive',
      });
    }
    go({ stage: 'search', ...lastSearch() }, { replace: true });
  }, [projectId, go]);

  const sections = project.data?.sections.length ?? 0;
  // The loaded project knows its run before the live one arrives.
  const known = run ?? project.data?.processing ?? null;
  const finished = known ? known.status === 'completed' : sections > 0;
  useEffect(() => {
    if (projectId !== null && finished) go({ stage: 'edit', project: projectId }, { replace: true });
  }, [finished, projectId, go]);

  const ended = run?.status === 'failed' || run?.status === 'cancelled' ? run : null;
  useEffect(() => {
    if (!ended) return;
    if (ended.status === 'cancelled') {
      backToSearch('Processing was cancelled. Your credit is back.', ended);
      return;
    }
    // eslint-disable-next-line no-console -- product.md 8.7: logged to the console
    console.error('Processing failed', ended.errorCode, ended.message);
    backToSearch(`Processing failed: ${asReason(ended.message)}. Your credit is back.`, ended);
  }, [ended, backToSearch]);

  if (project.isError && !run)
    return <UnreadProject error={project.error} onRetry={() => void project.refetch()} />;
  return (
    <Tips>
      <ProcessingPanel title={run?.projectTitle ?? null} run={run} percentage={percentage} />
    </Tips>
  );
}
