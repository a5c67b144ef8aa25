import { useMemo, useRef, useState, type ReactElement } from 'react';
import { Captions as CaptionsIcon, SkipBack, SkipForward } from 'lucide-react';
import { useStore } from 'zustand';
import { LANGUAGES } from '#contract/primitives.ts';
import type { Film, Project } from '#contract/projects.ts';
import { createClock, type PlayerHandle } from '../../components/player/clock.ts';
import { Player } from '../../components/player/Player.tsx';
import { PlayerButton } from '../../components/player/PlayerButton.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { call, isReachable } from '../../lib/api.ts';
import { alertNotAvailable, NOT_AVAILABLE, saveLink } from '../../lib/download.ts';
import { clsx } from 'clsx';
import { minutesSeconds } from '../../lib/format.ts';
import { keys, refreshProject } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A fresh link is asked for once a while: a film that cannot be played at all must not loop. */
const REFRESH_PAUSE_MS = 10_000;
/** A chapter that has played no longer than this is left by going back, not begun again. */
const REPEAT_S = 2;

interface FilmPlayerProps {
  projectId: string;
  title: string;
  poster: string | null;
  film: Film;
}

/** Plays the film with its chapters; an expired link is renewed where the film stood. */
export function FilmPlayer({ projectId, title, poster, film }: FilmPlayerProps): ReactElement {
  const clock = useMemo(() => createClock(), []);
  const player = useRef<PlayerHandle>(null);
  const [src, setSrc] = useState(film.finalVideoLink);
  // Kept as it was when the film came: each reading of the project signs another link.
  const [subtitles, setSubtitles] = useState(film.subtitles);
  const [broken, setBroken] = useState(false);
  const renewedAt = useRef(0);

  const renew = async (time: number): Promise<void> => {
    if (Date.now() - renewedAt.current < REFRESH_PAUSE_MS) {
      setBroken(true);
      return;
    }
    renewedAt.current = Date.now();
    const wasPlaying = clock.getState().playing;
    try {
      const { finalVideoLink } = await call<{ finalVideoLink: string }>(
        'GET',
        `/api/projects/${projectId}/video-link?language=${film.language}`,
      );
      setBroken(false);
      clock.setState({ next: { time, play: wasPlaying } });
      setSrc(finalVideoLink === src ? `${finalVideoLink}#${Date.now()}` : finalVideoLink);
      // What expired with it: the captions.
      setSubtitles(await freshSubtitles(projectId, film.language));
    } catch {
      setBroken(true);
    }
  };
  const marks = useMemo(() => film.chapters.map((chapter) => chapter.start), [film.chapters]);
  const skip = (by: 1 | -1): void => {
    const { time } = clock.getState();
    // Back goes to the beginning of the chapter first, when some of it was seen.
    const to =
      by > 0 ? marks.find((mark) => mark > time + 0.05) : marks.findLast((mark) => mark < time - REPEAT_S);
    if (to !== undefined) player.current?.seek(to);
    else if (by < 0) player.current?.seek(0);
  };
  const go = (start: number): void => {
    player.current?.seek(start);
    player.current?.play();
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="min-w-0 space-y-3">
        <Player
          label={`Film: ${title}`}
          src={src}
          poster={poster ?? undefined}
          end={film.duration}
          clock={clock}
          handle={player}
          marks={marks}
          before={
            <PlayerButton label="Previous chapter" onClick={() => skip(-1)}>
              <SkipBack aria-hidden size={18} />
            </PlayerButton>
          }
          after={
            <PlayerButton label="Next chapter" onClick={() => skip(1)}>
              <SkipForward aria-hidden size={18} />
            </PlayerButton>
          }
          captions={
            subtitles && {
              src: subtitles.vtt,
              srcLang: film.language,
              label: LANGUAGES.find(({ code }) => code === film.language)?.name ?? film.language,
              burned: film.burnedSubtitles,
            }
          }
          onFail={(time) => void renew(time)}
        />
        {subtitles ? <SubtitleLinks projectId={projectId} title={title} film={film} /> : null}
        {broken ? (
          <Notice tone="danger" urgent>
            {NOT_AVAILABLE.play}
          </Notice>
        ) : null}
      </div>
      <nav aria-label="Chapters" className="panel overflow-hidden">
        <h2 className="border-line border-b px-4 py-3 font-semibold">Chapters</h2>
        <ol className="max-h-105 overflow-y-auto p-1">
          {film.chapters.map((chapter, index) => (
            <li key={chapter.sectionId}>
              <Chapter
                title={chapter.title}
                start={chapter.start}
                end={film.chapters[index + 1]?.start ?? film.duration}
                clock={clock}
                onGo={go}
              />
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

/** The subtitles' links as they are signed now; null when the film has none, or when nobody answers. */
async function freshSubtitles(projectId: string, language: Film['language']): Promise<Film['subtitles']> {
  await refreshProject(projectId);
  const project = queryClient.getQueryData<Project>(keys.project(projectId, language));
  return project?.films.find((film) => film.language === language)?.subtitles ?? null;
}

/** The subtitles as files. */
function SubtitleLinks({ projectId, title, film }: Omit<FilmPlayerProps, 'poster'>): ReactElement {
  const save = async (kind: 'srt' | 'vtt'): Promise<void> => {
    let link = film.subtitles?.[kind] ?? null;
    if (!link || !(await isReachable(link)))
      link = (await freshSubtitles(projectId, film.language))?.[kind] ?? null;
    if (link) saveLink(link, `${title}.${kind}`);
    else alertNotAvailable(NOT_AVAILABLE.download);
  };
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <CaptionsIcon aria-hidden size={16} className="text-muted" />
      Download subtitles
      {(['srt', 'vtt'] as const).map((kind) => (
        <Button
          key={kind}
          size="sm"
          aria-label={`Download subtitles as .${kind}`}
          onClick={() => void save(kind)}
        >
          .{kind}
        </Button>
      ))}
    </p>
  );
}

interface ChapterProps {
  title: string;
  start: number;
  end: number;
  clock: ReturnType<typeof createClock>;
  onGo: (start: number) => void;
}

function Chapter({ title, start, end, clock, onGo }: ChapterProps): ReactElement {
  const current = useStore(clock, ({ time }) => time >= start && time < end);
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={() => onGo(start)}
      className={clsx(
        'flex min-h-10 w-full items-baseline gap-3 rounded-md px-3 py-2 text-left',
        current ? 'bg-accent-soft font-medium' : 'hover:bg-surface-2',
      )}
    >
      <span className="text-muted w-9 shrink-0 text-xs tabular-nums">{minutesSeconds(start)}</span>
      <span className="min-w-0 break-words">{title}</span>
    </button>
  );
}
