import {
  lazy,
  Suspense,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type Ref,
} from 'react';
import { SkipBack, SkipForward } from 'lucide-react';
import { useStore } from 'zustand';
import type { Film } from '#contract/projects.ts';
import { createClock, type Clock, type PlayerHandle } from '../../components/player/clock.ts';
import { Player } from '../../components/player/Player.tsx';
import { PlayerButton } from '../../components/player/PlayerButton.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { type FilmProblem, languageName, reachFilm, unavailableText } from '../../lib/film/film-link.ts';
import { freshSubtitles } from '../../lib/film/fresh-subtitles.ts';
import { clsx } from 'clsx';
import { positionTime } from '../../lib/format.ts';
import { claimPlayRequest } from '../../lib/film/play-request.ts';
import { FILM_COLUMNS } from './film-columns.ts';
import { FilmChecks } from './FilmChecks.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const PosterDialog = lazy(async () => ({
  default: (await loadPart(() => import('./PosterDialog.tsx'))).PosterDialog,
}));

/** The minimum time between two requests for a fresh link, so that a broken film does not loop. */
const REFRESH_PAUSE_MS = 10_000;
/**
 * Going back within this time after a chapter's start leads to the previous chapter instead of restarting
 * this one.
 */
const REPEAT_S = 2;

/** Whether a fresh link did not help. */
const UNPLAYABLE: FilmProblem = {
  reason: 'Your browser can’t play this video. Download it to watch it.',
  way: 'retry',
};

interface FilmPlayerProps {
  projectId: string;
  title: string;
  poster: string | null;
  film: Film;
  tools: Ref<FilmTools>;
}

/** The commands that the film's toolbar sends to its player. */
export interface FilmTools {
  /** Opens the dialog for a poster of the newest film, at the player's position. */
  choosePoster: () => void;
}

/**
 * Plays the newest film. A film that was started keeps playing when a newer one completes, which is then
 * offered.
 */
export function FilmPlayer(props: FilmPlayerProps): ReactElement {
  const { film, projectId, tools } = props;
  const [displayed, setDisplayed] = useState(film);
  // A new film starts with its own clock. Play pressed on a card starts only the first one.
  const [clocks] = useState(() => new Map<string, Clock>());
  let clock = clocks.get(displayed.createdAt);
  if (!clock) {
    clock = createClock();
    if (clocks.size === 0 && claimPlayRequest({ projectId, language: film.language }))
      clock.setState({ next: { play: true } });
    clocks.set(displayed.createdAt, clock);
  }
  const hasStarted = useStore(clock, ({ time, playing }) => playing || time > 0);
  const newer = film.createdAt !== displayed.createdAt;
  if (newer && !hasStarted) setDisplayed(film);
  const [posterAt, setPosterAt] = useState<number | null>(null);
  useImperativeHandle(tools, () => ({
    choosePoster: () => {
      if (newer) setDisplayed(film);
      setPosterAt(newer ? 0 : clock.getState().time);
    },
  }));
  return (
    <div className="space-y-3">
      {newer && hasStarted ? (
        <Notice
          action={
            <Button size="sm" onClick={() => setDisplayed(film)}>
              Show It
            </Button>
          }
        >
          A newer version of this video is ready.
        </Notice>
      ) : null}
      <OneFilm
        key={displayed.createdAt}
        {...props}
        film={displayed}
        newest={!newer}
        clock={clock}
        posterAt={posterAt}
        onPosterDone={() => setPosterAt(null)}
      />
    </div>
  );
}

interface OneFilmProps extends Omit<FilmPlayerProps, 'tools'> {
  newest: boolean;
  clock: Clock;
  /** The second at which a poster is chosen; `null` while no poster is being chosen. */
  posterAt: number | null;
  onPosterDone: () => void;
}

/** Plays one film with its chapters. An expired link is renewed at the current position. */
function OneFilm({
  projectId,
  title,
  poster,
  film,
  newest,
  clock,
  posterAt,
  onPosterDone,
}: OneFilmProps): ReactElement {
  const player = useRef<PlayerHandle>(null);
  const [src, setSrc] = useState(film.finalVideoLink);
  // Stored as first received, since each read of the project signs another link.
  const [subtitles, setSubtitles] = useState(film.subtitles);
  const [problem, setProblem] = useState<FilmProblem | null>(null);
  const [chosen, setChosen] = useState(film.poster);
  const renewedAt = useRef(0);

  const renew = async (time: number, play: boolean): Promise<void> => {
    renewedAt.current = Date.now();
    const { link, problem: lost } = await reachFilm({ projectId, language: film.language });
    setProblem(lost);
    if (link === null) return;
    clock.setState({ next: { time, play } });
    setSrc(link === src ? `${link}#${Date.now()}` : link);
    // The captions' link expired with the film's.
    setSubtitles(await freshSubtitles({ projectId, language: film.language }));
  };
  const onFail = (time: number): void => {
    if (Date.now() - renewedAt.current < REFRESH_PAUSE_MS) setProblem(UNPLAYABLE);
    else void renew(time, clock.getState().playing);
  };
  const marks = useMemo(() => film.chapters.map((chapter) => chapter.start), [film.chapters]);
  const skip = (by: 1 | -1): void => {
    const { time } = clock.getState();
    // Back first leads to the chapter's start if a part of it was played.
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
    <div className={FILM_COLUMNS}>
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
        {posterAt === null ? null : (
          <Suspense>
            <PosterDialog
              projectId={projectId}
              film={film}
              poster={chosen}
              time={posterAt}
              onChange={setChosen}
              onClose={onPosterDone}
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
