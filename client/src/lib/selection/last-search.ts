import { readSession, writeSession } from '../session-storage.ts';
import type { Place } from '../stage.ts';

export type SearchPlace = Pick<Place, 'q' | 'duration' | 'source' | 'license' | 'page'>;

const KEY = 'cutroom.search';
const NONE: SearchPlace = { q: '', duration: '', source: '', license: '', page: 1 };

/** The search to which later stages return. */
export function lastSearch(): SearchPlace {
  return { ...NONE, ...readSession<SearchPlace>(KEY) };
}

export function rememberSearch({ q, duration, source, license, page }: SearchPlace): void {
  writeSession(KEY, { q, duration, source, license, page });
}
