import type { FilmRef } from './film-link.ts';

let requested: FilmRef | null = null;

/**
 * Play was pressed on another screen: the film's player starts automatically, once. A reload or Back does not
 * play it again.
 */
export function requestPlay(film: FilmRef): void {
  requested = film;
}

/** Whether playback of this film was requested. Clears the request. */
export function claimPlayRequest({ projectId, language }: FilmRef): boolean {
  const isRequested = requested?.projectId === projectId && requested.language === language;
  requested = null;
  return isRequested;
}
