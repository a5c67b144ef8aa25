import { useCallback } from 'react';
import { clipAt } from '../../../../components/player/film/timeline/shown-at.ts';
import { filmSecondOf, sourceAt } from '../../../../components/player/film/timeline/source-time.ts';
import type { FilmTimeline } from '../../../../components/player/film/timeline/timeline.ts';
import { useEditor } from '../../context/editor-context.ts';
import { usePlayback } from '../../context/playback-context.ts';
import { canPlay } from '../../section/ranges.ts';

/**
 * Returns the second of the film that shows a time of a section's preview; `null` if the section is not in
 * the film.
 */
export function secondInFilm(timeline: FilmTimeline, id: string, time: number): number | null {
  const place = timeline.parts.get(id);
  const isVideo = timeline.leads.some(({ part }) => part.id === id && part.src !== null);
  if (isVideo) return filmSecondOf(timeline, id, time);
  return place ? Math.min(place.end, place.start + time) : null;
}

/**
 * Returns a function that seeks to a second of the film and selects the section at that position. It seeks
 * in the film if the preview plays the film, otherwise in the section.
 */
export function useSeek(timeline: FilmTimeline): (second: number) => void {
  const editor = useEditor();
  const { clock, player, film } = usePlayback();
  return useCallback(
    (to: number) => {
      const second = Math.max(0, Math.min(timeline.length, to));
      const clip = timeline.leads[clipAt(timeline, second)];
      const section = editor.state.sections.find(({ id }) => id === clip?.part.id);
      const { previewed } = film.getState();
      previewed?.seek(second);
      // The closing credits are not a section.
      if (!clip || !section) return;
      if (previewed) return editor.select(section.id);
      const time = clip.part.src === null ? second - clip.place.start : sourceAt(clip, second);
      if (section.id === editor.state.selectedId) return player.current?.seek(time);
      if (canPlay(section)) clock.setState({ next: { time, play: clock.getState().playing } });
      editor.select(section.id);
    },
    [timeline, editor, clock, player, film],
  );
}
