import { createContext, useContext } from 'react';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import type { Aspect } from '#contract/shapes.ts';
import type { Framing } from '#contract/section-settings.ts';

/** The film to be made of the sections. */
export interface WantedFilm {
  /** The chosen language; the editor follows once its texts are loaded. */
  language: Language;
  /** Its aspect. */
  aspect: Aspect;
  /** How sections take its shape that have no framing of their own. */
  framing: Framing;
  /** The style of burned-in captions; `null` if captions are a track. */
  captionLook: CaptionLook | null;
  /** Whether texts of another language will be translated. */
  translates: boolean;
  /** Of the best voice, where none is chosen. */
  gender: Gender;
  /** The id of the film's chosen voice. */
  speaker: string | null;
  /** Whether a closing card names the sources. */
  credits: CreditsChoice;
  /** Whether its audio fades at its ends. */
  endFades: boolean;
}

export const FilmContext = createContext<WantedFilm | null>(null);

export function useFilm(): WantedFilm {
  const film = useContext(FilmContext);
  if (!film) throw new Error('The film is used outside the editor.');
  return film;
}
