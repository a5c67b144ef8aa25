import type { FilmOptions } from '#film/styles/film-options.ts';
import { FILM_STYLES, filmStyleOf, hasStyle } from '#film/styles/film-styles.ts';
import type { FilmStyleId } from '#contract/film-styles.ts';
import { useEditorState } from '../../context/editor-context.ts';

/**
 * The style that the film has, by comparing its settings; else the one that was applied last, whose settings were changed
 * since. Null without either.
 */
export function useFilmStyle(options: FilmOptions): { id: FilmStyleId; changed: boolean } | null {
  const applied = useEditorState(({ choices }) => choices.style ?? null);
  const sections = useEditorState((state) => state.sections);
  const music = useEditorState((state) => state.music);
  const first = applied === null ? [] : [filmStyleOf(applied)];
  const found = [...first, ...FILM_STYLES].find((style) => hasStyle(style, { options, sections, music }));
  if (found) return { id: found.id, changed: false };
  return applied === null ? null : { id: applied, changed: true };
}
