import { useMemo } from 'react';
import type { Framing } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import {
  type FilmPart,
  type FilmTimeline,
  layOut,
} from '../../../../components/player/film/timeline/timeline.ts';
import { useEditorState } from '../../context/editor-context.ts';
import { useFilm } from '../../context/film-context.ts';
import { useFilmCredits } from '../../context/film-options.ts';
import { filmPartOf, withCredits } from '../../section/film/parts.ts';
import type { StripClip } from './geometry.ts';

export interface StripFilm {
  sections: readonly Section[];
  /** The timeline, including the closing credits if the film has them. */
  timeline: FilmTimeline;
  /** The sections in the film, in its order. */
  clips: readonly StripClip[];
  /** Returns a section as the film plays it. */
  partOf: (section: Section) => FilmPart;
}

/** Returns the film of the editor's sections, with the same layout as the film preview. */
export function useStripFilm(): StripFilm {
  const sections = useEditorState((state) => state.sections);
  const projectId = useEditorState((state) => state.projectId);
  const { framing, credits: choice, language } = useFilm();
  const credits = useFilmCredits(choice, language);
  const partOf = useMemo(() => rememberParts(framing), [framing]);
  return useMemo(() => {
    const timeline = layOut(withCredits(sections.map(partOf), projectId, credits));
    const clips = sections.map(({ id }) => {
      const { start, end } = timeline.parts.get(id)!;
      return { id, start, end };
    });
    return { sections, timeline, clips, partOf };
  }, [sections, partOf, projectId, credits]);
}

/** Converts each section once, so that typing in one of them does not convert all of them again. */
function rememberParts(framing: Framing): (section: Section) => FilmPart {
  const cache = new WeakMap<Section, FilmPart>();
  return (section) => {
    const part = cache.get(section) ?? filmPartOf(section, undefined, framing);
    cache.set(section, part);
    return part;
  };
}
