import { useMemo, useRef, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Film } from '#contract/projects.ts';
import { createClock, type PlayerHandle } from '../../components/player/clock.ts';
import { Player } from '../../components/player/Player.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { call } from '../../lib/api.ts';
import { clsx } from 'clsx';
import { minutesSeconds } from '../../lib/format.ts';

/** A fresh link is asked for once a while: a film that cannot be played at all must not loop. */
const REFRESH_PAUSE_MS = 10_000;

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
      setSrc(finalVideoLink === src ? `${finalVideoLink}#${Date.now()}` : finalVideoLink);
      requestAnimationFrame(() => {
        player.current?.seek(time);
        if (wasPlaying) player.current?.play();
      });
    } catch {
      setBroken(true);
    }
  };
  const marks = useMemo(() => film.chapters.map((chapter) => chapter.start), [film.chapters]);
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
          onFail={(time) => void renew(time)}
        />
        {broken ? (
          <Notice tone="danger" urgent>
            The film cannot be played at this moment. Load the page again, or download it.
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
      <span className="text-muted w-9 shrink-0 text-xs tabular-nums">{minutesSeconds(start)}</span>
      <span className="min-w-0 break-words">{title}</span>
    </button>
  );
}
