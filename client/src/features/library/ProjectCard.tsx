import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { Download, Layers, Link2, Play, Share2 } from 'lucide-react';
import type { Language } from '#contract/primitives.ts';
import type { ProjectSummary } from '#contract/projects.ts';
import { percentText } from '../../components/run/percent.ts';
import { RetryRun } from '../../components/run/RetryRun.tsx';
import { Badge } from '../../components/ui/display/Badge.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { IconButton } from '../../components/ui/controls/IconButton.tsx';
import { ProgressBar } from '../../components/ui/display/ProgressBar.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { Thumb } from '../../components/ui/display/Thumb.tsx';
import { useGoFromHere } from '../../hooks/page/use-place.ts';
import { useRestPreview } from '../../hooks/page/use-rest-preview.ts';
import { downloadFilm } from '../../lib/film/download.ts';
import { filmOrAlert, languageName } from '../../lib/film/film-link.ts';
import { formatDate, minutesSeconds } from '../../lib/format.ts';
import { requestPlay } from '../../lib/film/play-request.ts';
import { isActive, storeRun } from '../../lib/runs/runs.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { shareFilm } from '../../lib/film/share.ts';
import { MovingFilm } from './preview/MovingFilm.tsx';
import { openClips } from './open-clips.ts';
import { ProjectMenu } from './ProjectMenu.tsx';
import { useCardRun } from './use-card-run.ts';
import { loadPart } from '../../lib/missing-chunk.ts';

const ShareDialog = lazy(async () => ({
  default: (await loadPart(() => import('../../components/share/ShareDialog.tsx'))).ShareDialog,
}));

const STATUS = {
  draft: { tone: 'accent', text: 'Ready to edit' },
  processing: { tone: 'neutral', text: 'Processing' },
  failed: { tone: 'danger', text: 'Failed' },
  // The card itself plays the film.
  completed: null,
} as const;
const STOPPED = { tone: 'neutral', text: 'Cancelled' } as const;
/** The creator deleted all sections. */
const EMPTY = { tone: 'neutral', text: 'No sections' } as const;

interface ProjectCardProps {
  project: ProjectSummary;
  menuId: string;
  onRename: () => void;
  onDelete: () => void;
}

export function ProjectCard({ project, menuId, onRename, onDelete }: ProjectCardProps): ReactElement {
  const go = useGoFromHere();
  const { id, title, description, films, run: listed } = project;
  useEffect(() => {
    if (listed) storeRun(listed);
  }, [listed]);
  const live = useCardRun(project);
  const run = isActive(live) ? live : null;
  const { sectionCount } = project;
  const isEmpty = project.status === 'draft' && sectionCount === 0 && !run;
  // The run ended before there was anything to edit, so it can only be retried.
  const stopped = isEmpty && live !== null && live.status !== 'completed';
  // A run's progress is more precise than the project's status.
  const status = run ? null : stopped ? STOPPED : isEmpty ? EMPTY : STATUS[project.status];
  const resumable = (project.status === 'failed' || stopped) && !run ? live : null;
  const { previewId, handlersOf } = useRestPreview();
  const [sharing, setSharing] = useState(false);
  const [settings, setSettings] = useState(false);
  const [loading, setLoading] = useState(false);

  // The newest film until another language is chosen; without a film, the one being made.
  const [chosen, setChosen] = useState<Language | null>(null);
  const film = films.find(({ language }) => language === chosen) ?? films[0];
  const language = film?.language ?? run?.language ?? 'en';
  const oneOfSeveral = films.length > 1;
  const shareable: Shareable = { projectId: id, language, title, oneOfSeveral };
  const named = oneOfSeveral ? `${title} in ${languageName(language)}` : title;

  const play = async (): Promise<void> => {
    if (!(await filmOrAlert(shareable, 'play', () => void play()))) return;
    requestPlay(shareable);
    go({ stage: 'complete', project: id, language });
  };
  const share = async (): Promise<void> => {
    setSharing(true);
    await shareFilm(shareable);
    setSharing(false);
  };
  const load = async (): Promise<void> => {
    setLoading(true);
    await openClips(project, { live: run, go, language: film ? language : 'en' });
    setLoading(false);
  };

  return (
    <article aria-label={title} className="panel flex h-full flex-col overflow-hidden">
      <div className="relative" {...handlersOf(id)}>
        <Thumb src={project.thumbnail} className="rounded-t-[11px]" />
        {film && previewId !== null && !matchMedia('(prefers-reduced-motion: reduce)').matches ? (
          <MovingFilm projectId={id} language={language} />
        ) : null}
        {project.duration > 0 ? (
          <span className="absolute right-2 bottom-2 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
            {minutesSeconds(project.duration)}
          </span>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex items-start justify-between gap-2">
          <h2 className="line-clamp-2 min-w-0 font-semibold break-words">{title}</h2>
          <ProjectMenu
            id={menuId}
            project={project}
            film={shareable}
            onRename={onRename}
            onShareSettings={() => setSettings(true)}
            onDelete={onDelete}
          />
        </div>
        <p className="text-muted line-clamp-2 text-xs break-words">
          {description || 'No description available'}
        </p>
        <p className="text-muted text-xs">Created {formatDate(project.createdAt)}</p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          {status ? <Badge tone={status.tone}>{status.text}</Badge> : null}
          {film && !oneOfSeveral ? <Badge>{languageName(language)}</Badge> : null}
          {films.some(({ shareUrl }) => shareUrl) ? (
            <Badge>
              <Link2 aria-hidden size={12} /> Shared
            </Badge>
          ) : null}
        </div>
        {run ? (
          <div className="mt-1 space-y-1.5">
            <p className="flex justify-between gap-2 text-xs">
              <span className="truncate">{run.stage}</span>
              <span className="font-medium tabular-nums">{percentText(run)}</span>
            </p>
            <ProgressBar label={`${title}: ${run.stage}`} value={run.percentage} />
          </div>
        ) : null}
        {resumable ? (
          <div className="mt-1 flex items-center gap-2">
            <p
              className={clsx(
                'line-clamp-2 min-w-0 flex-1 text-xs break-words',
                stopped ? 'text-muted' : 'text-danger',
              )}
            >
              {resumable.message}
            </p>
            <RetryRun run={resumable} />
          </div>
        ) : null}
        {oneOfSeveral ? (
          <NativeSelect
            label={`Language of ${title}`}
            value={language}
            options={films.map((film) => ({ value: film.language, label: languageName(film.language) }))}
            onChange={setChosen}
            className="mt-1"
          />
        ) : null}
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-3">
          <Button size="sm" inactive={loading} onClick={() => void load()}>
            <Layers aria-hidden size={16} />
            {sectionCount > 0 ? `View Clips (${sectionCount})` : 'Load Clips'}
          </Button>
          <span className="ml-auto flex">
            <IconButton label={`Play ${named}`} inactive={!film} onClick={() => void play()}>
              <Play aria-hidden size={16} />
            </IconButton>
            <IconButton
              label={`Download ${named}`}
              inactive={!film}
              onClick={() => void downloadFilm(shareable, title, 'download')}
            >
              <Download aria-hidden size={16} />
            </IconButton>
            <IconButton label={`Share ${named}`} inactive={!film || sharing} onClick={() => void share()}>
              <Share2 aria-hidden size={16} />
            </IconButton>
          </span>
        </div>
      </div>
      {settings ? (
        <Suspense>
          <ShareDialog film={shareable} returnTo={menuId} onClose={() => setSettings(false)} />
        </Suspense>
      ) : null}
    </article>
  );
}
