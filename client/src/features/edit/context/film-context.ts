import { createContext, useContext } from 'react';
import type { Aspect, Language } from '#contract/primitives.ts';

/** The film that will be made of the sections. */
export interface WantedFilm {
  /** The one that was chosen; the editor follows once its texts are here. */
  language: Language;
  /** Its shape. */
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
