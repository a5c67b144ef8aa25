import type { FilmRef } from './film-link.ts';

let wished: FilmRef | null = null;

/**
 * Play was pressed on another screen: the film's player starts automatically, once. A reload or Back does not
 * play it again.
 */
export function requestPlay(film: FilmRef): void {
  wished = film;
}

/** Whether playback of this film was requested. Clears the request. */
export function claimPlayRequest({ projectId, language }: FilmRef): boolean {
  const wanted = wished?.projectId === projectId && wished.language === language;
  wished = null;
  return wanted;
}
