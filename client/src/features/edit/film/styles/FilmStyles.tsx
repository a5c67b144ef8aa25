import { type ReactElement, useId } from 'react';
import { clsx } from 'clsx';
import type { FilmOptions } from '#film/styles/film-options.ts';
import { FILM_STYLES, filmStyleOf, hasStyle } from '#film/styles/film-styles.ts';
import type { FilmStyleId } from '#contract/film-styles.ts';
import { useEditor, useEditorState } from '../../context/editor-context.ts';
import { StylePicture } from './StylePicture.tsx';

/** The choice of a film style. Each option is a preview of this film. */
export function FilmStyles({ title, options }: { title: string; options: FilmOptions }): ReactElement {
  const editor = useEditor();
  const id = useId();
  const section = useEditorState(({ sections }) => sections.find(({ media }) => media !== 'none'));
  const current = useFilmStyle(options);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Style</legend>
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3">
        {FILM_STYLES.map((style) => {
          const isCurrent = style.id === current?.id;
          const isChanged = current?.id === style.id && current.changed;
          return (
            <div key={style.id} className="group relative min-w-0 text-xs">
              <div
                className={clsx(
                  'mb-1 overflow-hidden rounded-md border',
                  isCurrent
                    ? 'border-accent ring-accent ring-1'
                    : 'border-line group-hover:border-line-strong',
                )}
              >
                <StylePicture style={style} title={title} section={section} />
              </div>
              <button
                type="button"
                aria-pressed={isCurrent && !isChanged}
                aria-describedby={`${id}-${style.id}`}
                onClick={() => editor.options.apply(style)}
                // The invisible input covers the tile.
                className="focus-visible:after:outline-accent font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-2"
              >
                {style.name}
                {isChanged ? ', changed' : ''}
              </button>
              <p id={`${id}-${style.id}`} className="text-muted">
                {style.description}
              </p>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/**
 * Returns the style that matches the film's settings. Otherwise returns the style that was applied last and
 * changed since. Returns `null` if no style was applied.
 */
function useFilmStyle(options: FilmOptions): { id: FilmStyleId; changed: boolean } | null {
  const applied = useEditorState(({ choices }) => choices.style ?? null);
  const sections = useEditorState((state) => state.sections);
  const music = useEditorState((state) => state.music);
  const first = applied === null ? [] : [filmStyleOf(applied)];
  const match = [...first, ...FILM_STYLES].find((style) => hasStyle(style, { options, sections, music }));
  if (match) return { id: match.id, changed: false };
  return applied === null ? null : { id: applied, changed: true };
}
