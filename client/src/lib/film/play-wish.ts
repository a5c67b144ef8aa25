import type { FilmRef } from './film-link.ts';

let wished: FilmRef | null = null;

/** Play was pressed elsewhere: the film's player starts by itself, once. A reload or Back does not play again. */
export function wishToPlay(film: FilmRef): void {
  wished = film;
}

/** True when this film was to be played; clears the wish. */
export function takePlayWish({ projectId, language }: FilmRef): boolean {
  const wanted = wished?.projectId === projectId && wished.language === language;
  wished = null;
  return wanted;
}
