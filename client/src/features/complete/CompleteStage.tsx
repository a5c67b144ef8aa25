import { useEffect, useState, type ReactElement } from 'react';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { Tips } from '../../components/ui/controls/Tips.tsx';
import { UnreadProject } from '../../components/ui/messages/UnreadProject.tsx';
import { usePlace } from '../../hooks/page/use-place.ts';
import { useProject } from '../../hooks/use-project.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useNewestRun } from '../../lib/runs/runs.ts';
import { CompleteScreen } from './CompleteScreen.tsx';
import { FILM_COLUMNS } from './film-columns.ts';

/** The last step: a project's film in one language. */
export function CompleteStage(): ReactElement {
  const place = usePlace();
  const language = (place.language || 'en') as Language;
  const { data, error, refetch, isFetching } = useProject(place.project, language);
  const run = useNewestRun(place.project, 'generation');
  const [opened, setOpened] = useState(false);
  const hasFilm = data?.films.some((film) => film.language === language);
  // A film that is on the page stays there, so that it keeps playing.
  const isOutdated =
    data !== undefined &&
    !(opened && hasFilm) &&
    ((isFetching && !opened && error === null) || isBefore(data, run, language));
  if (data && !isOutdated && !opened) setOpened(true);
  // The film was deleted meanwhile, for example in another tab, and cannot be watched any more.
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  if (data && !isGone && !isOutdated)
    return (
      <Tips>
        <CompleteScreen project={data} language={language} />
      </Tips>
    );
  if (error) return <UnreadProject error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <h1 className="sr-only">Loading the project</h1>
      <div aria-hidden className="animate-pulse-soft space-y-4">
        <div className="bg-surface-2 h-14 w-80 max-w-full rounded-md" />
        <div className={FILM_COLUMNS}>
          <div className="bg-surface-2 aspect-video rounded-lg" />
          <div className="bg-surface-2 h-52 rounded-lg" />
        </div>
      </div>
    </>
  );
}

/** Whether a project was loaded before its newest film in this language was completed. */
const isBefore = ({ generation }: Project, run: Run | null, language: Language): boolean =>
  run?.status === 'completed' &&
  run.language === language &&
  (generation === null ||
    (generation.id === run.id ? generation.version < run.version : generation.createdAt < run.createdAt));
