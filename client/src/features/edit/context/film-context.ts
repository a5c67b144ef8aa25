import { createContext, useContext } from 'react';
import type { Aspect, Language } from '#contract/primitives.ts';

/** The film to be made of the sections. */
export interface WantedFilm {
  /** The chosen language; the editor follows once its texts are loaded. */
  language: Language;
  /** Its aspect. */
  aspect: Aspect;
  /** Whether texts of another language will be translated. */
  translates: boolean;
}

export const FilmContext = createContext<WantedFilm | null>(null);

export function useFilm(): WantedFilm {
  const film = useContext(FilmContext);
  if (!film) throw new Error('The film is used outside the editor.');
  return film;
}
