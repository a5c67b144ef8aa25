import { useMemo } from 'react';
import { isSameLook } from '#film/captions/caption-look.ts';
import type { CreditsChoice, FilmCredit } from '#contract/film-credits.ts';
import { type FilmOptions, filmOptionsOf } from '#film/styles/film-options.ts';
import type { Language, Quality } from '#contract/primitives.ts';
import type { Film } from '#contract/projects.ts';
import { creditsOf } from '../../../lib/film/film-credits.ts';
import { useEditorState } from './editor-context.ts';

/** Returns the options of the film that would be generated. */
export function useFilmOptions(film: Film | undefined, defaultQuality: Quality): FilmOptions {
  return filmOptionsOf(
    useEditorState((state) => state.choices),
    film,
    defaultQuality,
  );
}

/** Returns the pages of the film's current credits; empty if it has no credits. */
export function useFilmCredits(choice: CreditsChoice, language: Language): FilmCredit[][] {
  const sections = useEditorState((state) => state.sections);
  const music = useEditorState((state) => state.music);
  return useMemo(() => creditsOf(choice, { sections, music }, language), [choice, sections, music, language]);
}

/** Whether these options would make the existing film. */
export function isSameFilm(film: Film, options: FilmOptions): boolean {
  const { quality, aspect, framing, burnSubtitles, gender, speaker: voiceId, credits, endFades } = options;
  return (
    film.quality === quality &&
    film.aspect === aspect &&
    film.framing === framing &&
    film.burnedSubtitles === burnSubtitles &&
    film.credits === credits &&
    film.endFades === endFades &&
    (!burnSubtitles || isSameLook(film, options)) &&
    (film.gender === null || film.speaker === voiceId) &&
    (film.gender === null || voiceId !== null || film.gender === gender)
  );
}
