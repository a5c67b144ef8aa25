import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { percentText } from '../../components/run/percent.ts';
import { Tips } from '../../components/ui/controls/Tips.tsx';
import { UnreadProject } from '../../components/ui/messages/UnreadProject.tsx';
import { GENERATION_POLL_MS } from '../../config/constants.ts';
import { useGoFromHere, usePlace } from '../../hooks/page/use-place.ts';
import { useProject } from '../../hooks/use-project.ts';
import { useFilmProgress } from '../../hooks/runs/use-film-progress.ts';
import { useRunNarration } from '../../hooks/runs/use-run-narration.ts';
import { useRunPolling } from '../../hooks/runs/use-run-polling.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { lastSearch } from '../../lib/selection/last-search.ts';
import { asReason, setProcessingFailure } from '../../lib/selection/processing-failure.ts';
import { isFilmAwaited } from '../../lib/runs/film-progress.ts';
import { useTransport } from '../../lib/runs/realtime.ts';
import { useNewestRun } from '../../lib/runs/runs.ts';
import { useSelection } from '../../lib/selection/selection.ts';
import { selectSent } from '../../lib/selection/sent-selection.ts';
import { isFilmRequested, resumeStart } from '../../lib/selection/start-processing.ts';
import { toast } from '../../lib/toast.ts';
import { FailedFilmPanel, FilmPanel } from './FilmPanel.tsx';
import { ProcessingPanel } from './ProcessingPanel.tsx';
import { useFakeProgress } from './use-fake-progress.ts';

/** The second step: the processing of the chosen videos, and its result. */
export function ProcessingStage(): ReactElement {
  const { project: projectId } = usePlace();
  const go = useGoFromHere();
  const project = useProject(projectId);
  const run = useNewestRun(projectId, 'processing');
  // The loaded project knows its runs before the live ones arrive.
  const latestRun = run ?? project.data?.processing ?? null;
  const film = useFilmProgress(projectId);
  const makesFilm = latestRun ? film !== null : isFilmRequested(projectId);
  // A film's percentage never falls, so it does not start with an estimate.
  const fake = useFakeProgress(run === null && !makesFilm);
  const percentage = film?.percentage ?? run?.percentage ?? fake;
  useTitle(`${percentText({ percentage })} · ${makesFilm ? 'Making your film' : 'AI Processing'}`);
  const displayedRun = film?.run ?? run;
  useRunNarration(displayedRun);

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
  useRunPolling(projectId, displayedRun, lost);
  useAwaitedFilm(isFilmAwaited(film), project.refetch);

  const started = useRef(false);
  useEffect(() => {
    if (projectId !== null || started.current) return;
    started.current = true;
    if (resumeStart(go)) return;
    // The URL opened the stage without a project.
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
  const finished = latestRun ? latestRun.status === 'completed' : sections > 0;
  const ending = film?.step === 2 ? film.run : null;
  const next = finished ? nextStage(latestRun, ending) : null;
  const language = ending?.language ?? '';
  useEffect(() => {
    if (projectId !== null && next) go({ stage: next, project: projectId, language }, { replace: true });
  }, [next, language, projectId, go]);

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
  if (ending?.kind === 'generation' && ending.status === 'failed') {
    const edit = (): void => go({ stage: 'edit', project: projectId, language });
    return <FailedFilmPanel run={ending} onEdit={edit} />;
  }
  return (
    <Tips>
      {makesFilm ? (
        <FilmPanel film={film} />
      ) : (
        <ProcessingPanel title={run?.projectTitle ?? null} run={run} percentage={percentage} />
      )}
    </Tips>
  );
}

/**
 * Returns the stage that follows a completed processing. Returns `null` while its film is made, or after that
 * failed.
 */
function nextStage(processing: Run | null, film: Run | null): 'edit' | 'complete' | null {
  if (!processing?.film || processing.film === 'refused') return 'edit';
  if (film?.kind !== 'generation') return null;
  if (film.status === 'completed') return 'complete';
  return film.status === 'cancelled' ? 'edit' : null;
}

/** Polls for the film that is about to start while nothing is pushed. */
function useAwaitedFilm(isAwaited: boolean, ask: () => unknown): void {
  const live = useTransport((state) => state.live);
  const polling = isAwaited && !live;
  useEffect(() => {
    if (!polling) return undefined;
    const timer = setInterval(() => void ask(), GENERATION_POLL_MS);
    return () => clearInterval(timer);
  }, [polling, ask]);
}
