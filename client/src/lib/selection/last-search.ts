import { readSession, writeSession } from '../session-storage.ts';
import type { Place } from '../stage.ts';

export type SearchPlace = Pick<Place, 'q' | 'duration' | 'source' | 'page'>;

const KEY = 'cutroom.search';
const NONE: SearchPlace = { q: '', duration: '', source: '', page: 1 };

/** The search to which later stages return. */
export function lastSearch(): SearchPlace {
  return { ...NONE, ...readSession<SearchPlace>(KEY) };
}

export function rememberSearch({ q, duration, source, page }: SearchPlace): void {
  writeSession(KEY, { q, duration, source, page });
}
