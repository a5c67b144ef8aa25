import { useEffect } from 'react';
import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';
import { useGo } from '../hooks/page/use-place.ts';
import { announce } from '../lib/announce.ts';
import { isPageHeld } from '../lib/hold-page.ts';
import { notifyHidden, wantsProjectNews } from '../lib/runs/notify.ts';
import { projectChanged } from '../lib/api/queries.ts';
import { onRunEnd } from '../lib/runs/runs.ts';
import { currentPlace } from '../lib/stage.ts';
import { toast } from '../lib/toast.ts';

/** Shows a browser notification to users who enabled notifications and do not see the page. */
function notifyIfHidden(run: Run, notice: { title: string; onClick: () => void }): void {
  if (wantsProjectNews()) notifyHidden({ ...notice, body: run.projectTitle, tag: run.id });
}

/**
 * Whether the page shows the processing stage of a run's project. That stage reports the end of both its runs
 * itself.
 */
function isOverProcessing({ projectId }: Run): boolean {
  const place = currentPlace();
  return place?.stage === 'processing' && place.project === projectId;
}

/**
 * Reacts to the end of a run on any screen. A finished film opens only over its own edit stage; elsewhere a
 * toast announces it. The processing stage handles its own runs.
 */
export function useRunOutcomes(): void {
  const go = useGo();
  useEffect(() => {
    const filmReady = (run: Run): void => {
      const film = { stage: 'complete', project: run.projectId, language: run.language ?? '' } as const;
      announce('Video ready');
      const notice = { title: 'Video Ready!', onClick: () => go(film) };
      notifyIfHidden(run, notice);
      const place = currentPlace();
      // The processing stage opens its film itself.
      if (isOverProcessing(run)) return;
      const overEditor =
        place?.project === run.projectId && (place.stage === 'edit' || place.stage === 'generate');
      // Opening the film would stop an upload in one of the editor's dialogs.
      if (overEditor && !isPageHeld()) {
        // Back leads from the film to its sections, not to the finished generation.
        go(film, { replace: place.stage === 'generate' });
        return;
      }
      if (!wantsProjectNews()) return;
      toast({
        title: notice.title,
        description: run.projectTitle,
        action: { label: 'View Video', onClick: notice.onClick },
      });
    };
    const sectionsReady = (run: Run): void => {
      announce('Sections ready');
      const notice = {
        title: 'Sections Ready',
        onClick: () => go({ stage: 'edit', project: run.projectId }),
      };
      notifyIfHidden(run, notice);
      if (isOverProcessing(run) || !wantsProjectNews()) return;
      toast({
        title: notice.title,
        description: run.projectTitle,
        action: { label: 'Edit Sections', onClick: notice.onClick },
      });
    };
    const published = (run: Run): void => {
      if (run.status === 'cancelled') return;
      const failed = run.status === 'failed';
      const { projectId, language } = run;
      const notice = {
        title: failed ? 'Upload to YouTube Failed' : 'Video Is on YouTube',
        onClick: () =>
          projectId ? go({ stage: 'complete', project: projectId, language: language ?? '' }) : undefined,
      };
      notifyIfHidden(run, notice);
      if (failed) toast({ title: notice.title, description: run.message, variant: 'destructive' });
      else if (wantsProjectNews()) toast({ title: notice.title, description: run.projectTitle });
    };
    const textsChanged = (titles: { done: string; failed: string }, language: string, run: Run): void => {
      if (run.status === 'cancelled') return;
      const failed = run.status === 'failed';
      const title = failed ? titles.failed : titles.done;
      if (!failed) announce(title);
      notifyIfHidden(run, { title, onClick: () => go({ stage: 'edit', project: run.projectId, language }) });
      toast({ title, description: run.message, ...(failed && { variant: 'destructive' }) });
    };
    const reportFailed = (run: Run, title: string): void =>
      notifyIfHidden(run, { title, onClick: () => go({ stage: 'videolist' }) });
    const endOf: Record<RunKind, (run: Run) => void> = {
      processing: (run) => {
        // A project that follows its processing with a film is announced when the film is ready.
        if (run.status === 'completed' && run.film !== 'planned') sectionsReady(run);
        if (run.status === 'failed') reportFailed(run, 'Processing Failed');
      },
      generation: (run) => {
        if (run.status === 'completed') filmReady(run);
        if (run.status !== 'failed') return;
        reportFailed(run, 'Generation Failed');
        if (isOverProcessing(run)) return;
        toast({
          title: 'Generation Failed',
          description: 'Video generation failed. Please try again.',
          variant: 'destructive',
        });
      },
      preparation: (run) => {
        if (run.status !== 'failed') return;
        toast({ title: 'Video Not Usable', description: run.message, variant: 'destructive' });
      },
      publishing: published,
      translation: (run) =>
        textsChanged({ done: 'Texts Translated', failed: 'Translation Failed' }, run.language ?? '', run),
      hearing: (run) =>
        textsChanged({ done: 'Transcription Updated', failed: 'Transcription Failed' }, '', run),
      // The button that started the run plays the result, or shows why the run failed.
      listening: () => {},
      // The film's page shows the findings.
      checking: () => {},
      // The editor shows the preview, or that there is no preview.
      previewing: () => {},
      // The preview follows the detected faces, or the framing explains why it does not.
      framing: () => {},
    };
    return onRunEnd((run) => {
      projectChanged(run.projectId);
      endOf[run.kind](run);
    });
  }, [go]);
}
