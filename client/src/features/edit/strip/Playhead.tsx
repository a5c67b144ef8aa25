import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactElement } from 'react';
import type { FilmTimeline } from '../../../components/player/film/timeline/timeline.ts';
import { useEditor } from '../context/editor-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { secondInFilm } from './view/use-seek.ts';

interface PlayheadProps {
  timeline: FilmTimeline;
  scale: number;
  /** Called with the playhead's second of the film, while the film or a section plays. */
  onPlay: (second: number) => void;
}

/** The line at the previewed position of the film. It moves without a new rendering. */
export function Playhead({ timeline, scale, onPlay }: PlayheadProps): ReactElement {
  const editor = useEditor();
  const { clock, film } = usePlayback();
  const line = useRef<HTMLDivElement>(null);
  const follow = useEffectEvent(() => {
    const { previewed } = film.getState();
    const { time, playing } = (previewed?.clock ?? clock).getState();
    const second = previewed ? time : secondInFilm(timeline, editor.state.selectedId ?? '', time);
    if (second === null || !line.current) return;
    line.current.style.transform = `translateX(${second * scale}px)`;
    if (playing) onPlay(second);
  });
  // Edits and zooming move the playhead too.
  useLayoutEffect(() => follow());
  useEffect(() => {
    let stopFilm: (() => void) | undefined;
    const connect = (): void => {
      stopFilm?.();
      stopFilm = film.getState().previewed?.clock.subscribe(() => follow());
      follow();
    };
    connect();
    const stops = [
      film.subscribe(connect),
      clock.subscribe(() => follow()),
      editor.store.subscribe((state, before) => {
        if (state.selectedId !== before.selectedId) follow();
      }),
    ];
    return () => {
      stopFilm?.();
      stops.forEach((stop) => stop());
    };
  }, [clock, film, editor]);
  return (
    <div
      ref={line}
      aria-hidden
      data-playhead
      className="border-surface bg-fg pointer-events-none absolute inset-y-0 left-0 z-20 -ml-0.5 w-1 border-x will-change-transform"
    >
      <span className="bg-fg absolute top-0 left-1/2 size-2.5 -translate-x-1/2 rounded-b-full" />
    </div>
  );
}
