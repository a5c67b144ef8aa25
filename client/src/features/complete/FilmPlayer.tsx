import { lazy, Suspense, useMemo, useRef, useState, type ReactElement } from 'react';
import { Captions as CaptionsIcon, Image as ImageIcon, SkipBack, SkipForward } from 'lucide-react';
import { useStore } from 'zustand';
import type { Film } from '#contract/projects.ts';
import { createClock, type Clock, type PlayerHandle } from '../../components/player/clock.ts';
import { Player } from '../../components/player/Player.tsx';
import { PlayerButton } from '../../components/player/PlayerButton.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { isReachable } from '../../lib/api/api.ts';
import { saveLink } from '../../lib/film/download.ts';
import {
  filmOrAlert,
  type FilmProblem,
  languageName,
  reachFilm,
  unavailableText,
} from '../../lib/film/film-link.ts';
import { clsx } from 'clsx';
import { positionTime } from '../../lib/format.ts';
import { takePlayWish } from '../../lib/film/play-wish.ts';
import { keys, refreshProject } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { FilmChecks } from './FilmChecks.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const PosterDialog = lazy(async () => ({
  default: (await loadPart(() => import('./PosterDialog.tsx'))).PosterDialog,
}));

/** A fresh link is requested only so often: a broken film must not loop. */
const REFRESH_PAUSE_MS = 10_000;
/** A chapter that has played no longer than this is left by going back, not restarted. */
const REPEAT_S = 2;

/** A fresh link does not help here. */
const UNPLAYABLE: FilmProblem = {
  reason: 'Your browser can’t play this video. Download it to watch it.',
  way: 'retry',
};

interface FilmPlayerProps {
  projectId: string;
  title: string;
  poster: string | null;
  film: Film;
}

/** Plays the newest film; a film that was started plays on when a newer one comes, which is then offered. */
export function FilmPlayer(props: FilmPlayerProps): ReactElement {
  const { film, projectId } = props;
  const [shown, setShown] = useState(film);
  // A new film starts with its own clock; Play pressed on a card starts the first one.
  const [clocks] = useState(() => new Map<string, Clock>());
  let clock = clocks.get(shown.createdAt);
  if (!clock) {
    clock = createClock();
    if (clocks.size === 0 && takePlayWish({ projectId, language: film.language }))
      clock.setState({ next: { play: true } });
    clocks.set(shown.createdAt, clock);
  }
  const begun = useStore(clock, ({ time, playing }) => playing || time > 0);
  const newer = film.createdAt !== shown.createdAt;
  if (newer && !begun) setShown(film);
  return (
    <div className="space-y-3">
      {newer && begun ? (
        <Notice
          action={
            <Button size="sm" onClick={() => setShown(film)}>
              Show It
            </Button>
          }
        >
          A newer version of this video is ready.
        </Notice>
      ) : null}
      <OneFilm key={shown.createdAt} {...props} film={shown} newest={!newer} clock={clock} />
    </div>
  );
}

/** One film with its chapters; an expired link is renewed at the current position. */
function OneFilm({
  projectId,
  title,
  poster,
  film,
  newest,
  clock,
}: FilmPlayerProps & { newest: boolean; clock: Clock }): ReactElement {
  const player = useRef<PlayerHandle>(null);
  const [src, setSrc] = useState(film.finalVideoLink);
  // Kept as first received: each reading of the project signs another link.
  const [subtitles, setSubtitles] = useState(film.subtitles);
  const [problem, setProblem] = useState<FilmProblem | null>(null);
  const [chosen, setChosen] = useState(film.poster);
  const [posterAt, setPosterAt] = useState<number | null>(null);
  const renewedAt = useRef(0);

  const renew = async (time: number, play: boolean): Promise<void> => {
    renewedAt.current = Date.now();
    const { link, problem: lost } = await reachFilm({ projectId, language: film.language });
    setProblem(lost);
    if (link === null) return;
    clock.setState({ next: { time, play } });
    setSrc(link === src ? `${link}#${Date.now()}` : link);
    // The captions expired with it.
    setSubtitles(await freshSubtitles(projectId, film.language));
  };
  const onFail = (time: number): void => {
    if (Date.now() - renewedAt.current < REFRESH_PAUSE_MS) setProblem(UNPLAYABLE);
    else void renew(time, clock.getState().playing);
  };
  const marks = useMemo(() => film.chapters.map((chapter) => chapter.start), [film.chapters]);
  const skip = (by: 1 | -1): void => {
    const { time } = clock.getState();
    // Back goes to the chapter's start first, if some of it was seen.
    const to =
      by > 0 ? marks.find((mark) => mark > time + 0.05) : marks.findLast((mark) => mark < time - REPEAT_S);
    if (to !== undefined) player.current?.seek(to);
    else if (by < 0) player.current?.seek(0);
  };
  const frame = useRef<HTMLDivElement>(null);
  const show = (time: number): void => {
    player.current?.seek(time);
    frame.current?.scrollIntoView({ block: 'nearest' });
  };
  const go = (start: number): void => {
    player.current?.seek(start);
    player.current?.play();
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div ref={frame} className="min-w-0 space-y-3">
        <Player
          label={`Film: ${title}`}
          src={src}
          poster={chosen ?? poster ?? undefined}
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
              label: languageName(film.language),
              burned: film.burnedSubtitles,
            }
          }
          onFail={onFail}
        />
        {subtitles ? <SubtitleLinks projectId={projectId} title={title} film={film} /> : null}
        {newest ? (
          <Button size="sm" onClick={() => setPosterAt(clock.getState().time)}>
            <ImageIcon aria-hidden size={16} /> Poster…
          </Button>
        ) : null}
        {posterAt === null ? null : (
          <Suspense>
            <PosterDialog
              projectId={projectId}
              film={film}
              poster={chosen}
              time={posterAt}
              onChange={setChosen}
              onClose={() => setPosterAt(null)}
            />
          </Suspense>
        )}
        {newest ? <FilmChecks projectId={projectId} film={film} onSeek={show} /> : null}
        {problem ? (
          <Notice
            tone="danger"
            urgent
            error={problem.error}
            action={
              problem.way === 'retry' ? (
                <Button size="sm" onClick={() => void renew(clock.getState().time, true)}>
                  Try Again
                </Button>
              ) : null
            }
          >
            {problem === UNPLAYABLE ? problem.reason : unavailableText('play', problem)}
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

/** The subtitles' currently signed links; null without subtitles, or without a response. */
async function freshSubtitles(projectId: string, language: Film['language']): Promise<Film['subtitles']> {
  await refreshProject(projectId);
  const project = queryClient.getQueryData(keys.project(projectId, language));
  return project?.films.find((film) => film.language === language)?.subtitles ?? null;
}

/** The subtitles as files. */
function SubtitleLinks({ projectId, title, film }: Omit<FilmPlayerProps, 'poster'>): ReactElement {
  const save = async (kind: 'srt' | 'vtt'): Promise<void> => {
    let link = film.subtitles?.[kind] ?? null;
    if (!link || !(await isReachable(link)))
      link = (await freshSubtitles(projectId, film.language))?.[kind] ?? null;
    if (link) saveLink(link, `${title}.${kind}`);
    // The reason is the film's, of which they are a part.
    else await filmOrAlert({ projectId, language: film.language }, 'download', () => void save(kind));
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
      <span className="text-muted w-9 shrink-0 text-xs tabular-nums">{positionTime(start)}</span>
      <span className="min-w-0 break-words">{title}</span>
    </button>
  );
}
