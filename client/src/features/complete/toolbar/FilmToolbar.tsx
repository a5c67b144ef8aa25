import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Download, FileOutput, Image as ImageIcon, Share2, Upload } from 'lucide-react';
import type { Film, Project } from '#contract/projects.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Disclosure } from '../../../components/ui/controls/Disclosure.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { downloadFilm } from '../../../lib/film/download.ts';
import type { Shareable } from '../../../lib/film/new-link.ts';
import { shareFilm } from '../../../lib/film/share.ts';
import { formatBytes } from '../../../lib/format.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';
import { isActive, useNewestRun } from '../../../lib/runs/runs.ts';
import { SubtitleButtons } from './SubtitleButtons.tsx';

const ExportMenu = lazy(async () => ({
  default: (await loadPart(() => import('./ExportMenu.tsx'))).ExportMenu,
}));
const PublishDialog = lazy(async () => ({
  default: (await loadPart(() => import('../publish/PublishDialog.tsx'))).PublishDialog,
}));

interface FilmToolbarProps {
  project: Project;
  film: Film | null;
  shareable: Shareable;
  /** Opens the dialog for a poster. */
  onPoster: () => void;
}

/**
 * The actions for a film. While there is no film, Download and Share are disabled and the other actions
 * hidden.
 */
export function FilmToolbar({ project, film, shareable, onPoster }: FilmToolbarProps): ReactElement {
  const [checking, setChecking] = useState(false);
  const [sharing, setSharing] = useState(false);
  const download = async (): Promise<void> => {
    setChecking(true);
    await downloadFilm(shareable, project.title, 'completeDownload');
    setChecking(false);
  };
  const share = async (): Promise<void> => {
    setSharing(true);
    await shareFilm(shareable);
    setSharing(false);
  };
  return (
    <div className="relative flex flex-wrap gap-2">
      <Button
        look="primary"
        className="max-sm:flex-1"
        inactive={!film || checking}
        onClick={() => void download()}
      >
        <Download aria-hidden size={16} />
        Download
        {film ? <span className="font-normal">({formatBytes(film.bytes)})</span> : null}
      </Button>
      <Button className="max-sm:flex-1" inactive={!film || sharing} onClick={() => void share()}>
        <Share2 aria-hidden size={16} /> Share
      </Button>
      {film ? (
        <>
          {film.subtitles ? (
            <SubtitleButtons projectId={project.id} title={project.title} film={film} />
          ) : null}
          <Button className="max-sm:flex-1" onClick={onPoster}>
            <ImageIcon aria-hidden size={16} /> Poster…
          </Button>
          <Disclosure
            label="Export"
            buttonClassName={buttonClass({ className: 'w-full' })}
            className="max-sm:flex-1 lg:relative"
            panelClassName="max-sm:inset-x-0 sm:w-72 sm:max-lg:right-0 lg:left-0"
            button={
              <>
                <FileOutput aria-hidden size={16} /> Export
              </>
            }
          >
            <Suspense fallback={<Spinner />}>
              <ExportMenu projectId={project.id} title={project.title} film={film} />
            </Suspense>
          </Disclosure>
          <PublishButton project={project} film={film} />
        </>
      ) : null}
    </div>
  );
}

/** Publishes the film to the connected channel, if a channel is connected. */
function PublishButton({ project, film }: { project: Project; film: Film }): ReactElement | null {
  const channel = useUser()?.youtubeChannelName ?? null;
  const isPublishing = isActive(useNewestRun(project.id, 'publishing'));
  const [asking, setAsking] = useState(false);
  const published = project.publications.find(({ language }) => language === film.language);
  if (!channel && !asking) return null;
  return (
    <>
      <Button className="max-sm:flex-1" inactive={isPublishing} onClick={() => setAsking(true)}>
        <Upload aria-hidden size={16} /> {published ? 'Publish again' : 'Publish to YouTube'}
      </Button>
      <Suspense fallback={null}>
        {asking ? (
          <PublishDialog
            project={project}
            film={film}
            channel={channel}
            again={published?.isNewest ?? false}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
