import { lazy, Suspense, useRef, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { ArrowLeft, CircleCheck, Copy, History, LibraryBig, Link2, ListVideo, Plus } from 'lucide-react';
import type { Language } from '#contract/primitives.ts';
import { filmSeconds } from '#film/transitions/transitions.ts';
import type { Film, Project } from '#contract/projects.ts';
import { GenerationPanel } from '../../components/run/GenerationPanel.tsx';
import { percentText } from '../../components/run/percent.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { useGo } from '../../hooks/page/use-place.ts';
import { useRunNarration } from '../../hooks/runs/use-run-narration.ts';
import { useRunPolling } from '../../hooks/runs/use-run-polling.ts';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { startNewCompilation } from '../../lib/selection/clear-selection.ts';
import { languageName } from '../../lib/film/film-link.ts';
import { plural, preciseTime } from '../../lib/format.ts';
import { isActive, useNewestRun } from '../../lib/runs/runs.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { copyShared, stopSharing, useShareTerms } from '../../lib/film/share.ts';
import { whoCanWatch } from '../../lib/film/share-words.ts';
import { placeUrl } from '../../lib/stage.ts';
import { FilmLanguages } from './FilmLanguages.tsx';
import { FilmPlayer, type FilmTools } from './FilmPlayer.tsx';
import { PublishPanel } from './publish/PublishPanel.tsx';
import { FilmToolbar } from './toolbar/FilmToolbar.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const EarlierVersionsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./EarlierVersionsDialog.tsx'))).EarlierVersionsDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../components/share/ShareDialog.tsx'))).ShareDialog,
}));

export function CompleteScreen({
  project,
  language,
}: {
  project: Project;
  language: Language;
}): ReactElement {
  const go = useGo();
  const heading = useStageFocus();
  const newest = useNewestRun(project.id, 'generation');
  const run = isActive(newest) && newest.language === language ? newest : null;
  useRunPolling(project.id, run);
  useRunNarration(run);
  const film = project.films.find((candidate) => candidate.language === language) ?? null;
  useTitle(run && !film ? `${percentText(run)} · ${project.title}` : project.title);
  const tools = useRef<FilmTools>(null);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const shareable: Shareable = {
    projectId: project.id,
    language,
    title: project.title,
    oneOfSeveral: project.films.length > 1,
  };

  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button
          look="quiet"
          size="sm"
          className="-ml-3"
          onClick={() => go({ stage: run ? 'generate' : 'edit', project: project.id, language })}
        >
          <ArrowLeft aria-hidden size={16} /> Back to Edit
        </Button>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight break-words">
          {project.title}
        </h1>
        <div className="mt-1.5 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="text-muted flex items-center gap-1.5 font-medium">
            {film ? <CircleCheck aria-hidden size={16} className="text-ok shrink-0" /> : null}
            {film ? 'Video Generated Successfully!' : 'Video Generation In Progress'}
          </h2>
          <FilmLanguages project={project} language={language} />
        </div>
        <FilmToolbar
          project={project}
          film={film}
          shareable={shareable}
          onPoster={() => tools.current?.choosePoster()}
        />
      </div>

      {film?.watchUrl ? <Shared film={shareable} watchUrl={film.watchUrl} /> : null}
      {film ? (
        <FilmPlayer
          key={language}
          projectId={project.id}
          title={project.title}
          poster={project.thumbnail}
          film={film}
          tools={tools}
        />
      ) : run ? (
        <GenerationPanel run={run} />
      ) : (
        <p className="panel p-5 font-medium">
          There is no {languageName(language)} video yet, and none is being generated.
        </p>
      )}

      <PublishPanel project={project} film={film} />
      <Figures project={project} film={film} />

      <div className="flex flex-wrap gap-2">
        <Link
          to={placeUrl({ stage: 'edit', project: project.id, language })}
          state={{ show: 'versions' }}
          className={buttonClass({ look: 'secondary', className: 'max-sm:w-full' })}
        >
          <History aria-hidden size={16} /> Versions
        </Link>
        {film ? (
          <Button className="max-sm:w-full" onClick={() => setShowsEarlier(true)}>
            <ListVideo aria-hidden size={16} /> Play earlier versions
          </Button>
        ) : null}
        <Button className="max-sm:w-full" onClick={() => go({ stage: 'videolist' })}>
          <LibraryBig aria-hidden size={16} /> View All My Videos
        </Button>
        <Button className="max-sm:w-full" onClick={() => startNewCompilation(go)}>
          <Plus aria-hidden size={16} /> Create New Compilation
        </Button>
      </div>
      <Suspense fallback={null}>
        {showsEarlier ? (
          <EarlierVersionsDialog
            projectId={project.id}
            language={language}
            onClose={() => setShowsEarlier(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Shows that the film is public, and offers to end that. */
function Shared({ film, watchUrl }: { film: Shareable; watchUrl: string }): ReactElement {
  const terms = useShareTerms(film);
  const [settings, setSettings] = useState(false);
  const [stopping, setStopping] = useState(false);
  const stop = async (): Promise<void> => {
    setStopping(true);
    await stopSharing(film);
    setStopping(false);
  };
  return (
    <div className="panel flex flex-wrap items-center gap-x-3 gap-y-2 py-2 pr-2 pl-4">
      <Link2 aria-hidden size={16} className="text-accent shrink-0" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-medium">Shared.</span>{' '}
        <span className="text-muted">{terms ? whoCanWatch(terms, film.language) : null}</span>
      </p>
      <Button size="sm" onClick={() => void copyShared(watchUrl, film)}>
        <Copy aria-hidden size={16} /> Copy link
      </Button>
      <Button size="sm" look="quiet" inactive={stopping} onClick={() => void stop()}>
        Stop sharing
      </Button>
      <Button size="sm" look="quiet" onClick={() => setSettings(true)}>
        Link settings
      </Button>
      {settings ? (
        <Suspense>
          <ShareDialog film={film} onClose={() => setSettings(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Figures({ project, film }: { project: Project; film: Film | null }): ReactElement {
  // The project may have been edited since the film was rendered.
  const ownChapters = film?.chapters.filter(({ sectionId }) => sectionId !== project.id);
  const count = ownChapters?.length ?? project.sections.length;
  const sources = film?.sourceCount ?? project.sourceCount;
  const planned = filmSeconds(project.sections);
  const figures = [
    { name: plural(count, 'Section'), value: String(count) },
    { name: 'Total duration', value: preciseTime(film?.duration ?? planned) },
    { name: plural(sources, 'Source'), value: String(sources) },
    ...(film ? [{ name: 'Quality', value: `${film.quality} (${film.width} × ${film.height})` }] : []),
  ];
  return (
    <dl className="panel divide-line grid grid-cols-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:divide-x">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse justify-end p-4">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
