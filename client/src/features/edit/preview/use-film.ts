import { useEffect, useImperativeHandle, useMemo, useState } from 'react';
import type { FilmCredit } from '#contract/film-credits.ts';
import type { PlayerHandle } from '../../../components/player/clock.ts';
import { FilmEngine } from '../../../components/player/film/engine.ts';
import type { FilmCue } from '../../../components/player/film/FilmCaptions.tsx';
import { clipAt } from '../../../components/player/film/timeline/shown-at.ts';
import { filmSecondOf, sourceAt } from '../../../components/player/film/timeline/source-time.ts';
import { type FilmTimeline, layOut } from '../../../components/player/film/timeline/timeline.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useFilm as useWanted } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { useFilmCredits } from '../context/film-options.ts';
import { useFilmPreview } from '../context/use-film-preview.ts';
import type { Editor } from '../store/editor.ts';
import { cuesOf, filmPartOf, musicOf, withCredits } from '../section/film/parts.ts';

interface Film {
  engine: FilmEngine;
  timeline: FilmTimeline;
  cues: FilmCue[];
  /** The pages of the credits, whose part has the project's ID. */
  credits: FilmCredit[][];
}

/**
 * Plays the film of the editor's sections. It follows every edit, and the playhead and the selection follow
 * each other.
 */
export function useFilm(): Film {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const { framing, captionLook, credits: choice, endFades, language } = useWanted();
  const credits = useFilmCredits(choice, language);
  const projectId = useEditorState((state) => state.projectId);
  const isDrawn = captionLook !== null;
  const preview = useFilmPreview();
  const [engine] = useState(() => new FilmEngine());
  const sounds = useMemo(() => new Map(preview?.parts.map((part) => [part.sectionId, part])), [preview]);
  const cameras = useEditorState((state) => state.cameras);
  const timeline = useMemo(() => {
    const parts = sections.map((section) =>
      filmPartOf(section, sounds.get(section.id), framing, cameras.get(section.id)),
    );
    return layOut(withCredits(parts, projectId, credits));
  }, [sections, sounds, framing, cameras, projectId, credits]);
  const cues = useMemo(
    () => sections.flatMap((section) => cuesOf(section, timeline, sounds.get(section.id), isDrawn)),
    [sections, timeline, sounds, isDrawn],
  );
  const music = useEditorState((state) => state.music);
  useEffect(() => engine.setTimeline(timeline), [engine, timeline]);
  useEffect(() => engine.setMusic(music && musicOf(music)), [engine, music]);
  useEffect(() => engine.setEndFades(endFades), [engine, endFades]);
  const { clock } = usePlayback();
  useEffect(() => {
    const { selectedId } = editor.state;
    const { parts } = engine.timeline;
    const { next } = clock.getState();
    clock.setState({ next: null });
    // Turning the screen opens another player.
    const at = next?.time === undefined ? null : filmSecondOf(engine.timeline, selectedId ?? '', next.time);
    engine.seek(at ?? parts.get(selectedId ?? '')?.start ?? 0);
    if (next?.play ?? true) engine.play();
  }, [engine, editor, clock]);
  useSelection(engine);
  usePlayer(engine);
  return { engine, timeline, cues, credits };
}

/**
 * Whether someone is typing or editing words. The selection stays then: otherwise the text would move away
 * from the cursor, and a key that is meant for a word would change another section.
 */
const isEditing = ({ state }: Editor): boolean =>
  state.inText ||
  document.activeElement?.closest('input, textarea, select, [role=dialog]') != null ||
  document.querySelector('[role=tabpanel][data-state=active] [data-word][aria-pressed=true]') !== null;

/** Marks and selects the section that plays, and seeks to a section that is selected otherwise. */
function useSelection(engine: FilmEngine): void {
  const editor = useEditor();
  const selectedId = useEditorState((state) => state.selectedId);
  useEffect(() => {
    const show = (id: string | null): void => {
      editor.store.setState({ playingId: id });
      // The credits are not a section.
      const isSection = editor.state.sections.some((section) => section.id === id);
      if (id !== null && isSection && id !== editor.state.selectedId && !isEditing(editor)) editor.select(id);
    };
    show(engine.state.getState().partId);
    const stop = engine.state.subscribe(({ partId }, before) => {
      if (partId !== before.partId) show(partId);
    });
    return () => {
      stop();
      editor.store.setState({ playingId: null });
    };
  }, [editor, engine]);
  // This runs after the timeline has changed, since an edit that removes the selected section selects another one,
  // and the film continues without seeking.
  useEffect(() => {
    const isLatest = selectedId === editor.state.selectedId;
    if (!isLatest || selectedId === engine.state.getState().partId) return;
    const place = engine.timeline.parts.get(selectedId ?? '');
    if (place) engine.seek(place.start);
  }, [editor, engine, selectedId]);
}

/**
 * Connects the film's player to the editor's keys, words and trims, and its clock to the time of the
 * selected section.
 */
function usePlayer(engine: FilmEngine): void {
  const editor = useEditor();
  const { clock, player, film } = usePlayback();
  useEffect(() => {
    film.setState({ previewed: engine });
    return () => film.setState({ previewed: null });
  }, [film, engine]);
  useImperativeHandle(
    player,
    (): PlayerHandle => ({
      seek: (time) => {
        const { selectedId } = editor.state;
        const second = selectedId === null ? null : filmSecondOf(engine.timeline, selectedId, time);
        if (second !== null) engine.seek(second);
      },
      nudge: engine.nudge,
      toggle: engine.toggle,
      play: engine.play,
      pause: engine.pause,
      peek: (time) => {
        if (editor.state.selectedId === engine.state.getState().partId) engine.peek(time);
      },
      faster: engine.faster,
    }),
    [engine, editor],
  );
  useEffect(() => {
    const second = (): number | null => {
      const { time } = engine.clock.getState();
      const clip = engine.timeline.leads[clipAt(engine.timeline, time)];
      if (!clip || clip.part.id !== editor.state.selectedId) return null;
      return clip.part.src === null ? time - clip.start : sourceAt(clip, time);
    };
    const reportTime = (): void => {
      const { playing } = engine.clock.getState();
      const time = second();
      clock.setState({ playing, ...(time !== null && { time }) });
    };
    const stops = [
      engine.clock.subscribe(reportTime),
      // A paused film has no tick that would report the time of a section that is selected at the playhead.
      editor.store.subscribe(({ selectedId }, before) => {
        if (selectedId !== before.selectedId) reportTime();
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      const time = second();
      const play = editor.state.film && engine.clock.getState().playing;
      clock.setState({ playing: false, next: { play, ...(time !== null && { time }) } });
    };
  }, [engine, editor, clock]);
}
