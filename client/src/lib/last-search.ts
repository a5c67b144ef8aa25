import { readSession, writeSession } from './session-storage.ts';
import type { Place } from './stage.ts';

export type SearchPlace = Pick<Place, 'q' | 'duration' | 'source'>;

const KEY = 'cutroom.search';
const NONE: SearchPlace = { q: '', duration: '', source: '' };

/** The search that later stages go back to. */
export function lastSearch(): SearchPlace {
  return readSession<SearchPlace>(KEY) ?? NONE;
}

export function rememberSearch({ q, duration, source }: SearchPlace): void {
  writeSession(KEY, { q, duration, source });
}
