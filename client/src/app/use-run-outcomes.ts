import { useEffect, useRef } from 'react';
import type { Run } from '#contract/runs.ts';
import { useGo, usePlace } from '../hooks/use-place.ts';
import { announce } from '../lib/announce.ts';
import { projectChanged } from '../lib/queries.ts';
import { onRunEnd } from '../lib/runs.ts';
import { toast } from '../lib/toast.ts';

/**
 * What the end of a run means for the page, wherever the creator is. A finished film opens only over its
 * own edit stage; elsewhere a toast tells of it. The processing stage looks after its own run.
 */
export function useRunOutcomes(): void {
  const go = useGo();
  const place = usePlace();
  const here = useRef(place);
  useEffect(() => {
    here.current = place;
  }, [place]);

  useEffect(() => {
    const filmReady = (run: Run): void => {
      const film = { stage: 'complete', project: run.projectId, language: run.language ?? '' } as const;
      announce('Video ready');
      const { stage, project } = here.current;
      if (project === run.projectId && (stage === 'edit' || stage === 'generate')) {
        go(film);
        return;
      }
      toast({
        title: 'Video Ready!',
        description: run.projectTitle,
        action: { label: 'View Video', onClick: () => go(film) },
      });
    };
    const sectionsReady = (run: Run): void => {
      announce('Sections ready');
      const { stage, project } = here.current;
      if (stage === 'processing' && project === run.projectId) return;
      toast({
        title: 'Sections Ready',
        description: run.projectTitle,
        action: { label: 'Edit Sections', onClick: () => go({ stage: 'edit', project: run.projectId }) },
      });
    };
    return onRunEnd((run) => {
      projectChanged(run.projectId);
      if (run.status === 'completed') (run.kind === 'generation' ? filmReady : sectionsReady)(run);
      if (run.status === 'failed' && run.kind === 'generation') {
        toast({
          title: 'Generation Failed',
          description: 'Video generation failed. Please try again.',
          variant: 'destructive',
        });
      }
    });
  }, [go]);
}
