import { useMemo } from 'react';
import type { CreditsChoice, FilmCredit } from '#contract/film-credits.ts';
import type { Language } from '#contract/primitives.ts';
import { creditsOf } from '../../../../lib/film/film-credits.ts';
import { useEditorState } from '../../context/editor-context.ts';

/** The pages of the credits that the film would have now; none without credits. */
export function useFilmCredits(choice: CreditsChoice, language: Language): FilmCredit[][] {
  const sections = useEditorState((state) => state.sections);
  const music = useEditorState((state) => state.music);
  return useMemo(() => creditsOf(choice, { sections, music }, language), [choice, sections, music, language]);
}
