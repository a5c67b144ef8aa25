import { readSession, writeSession } from '../session-storage.ts';

const KEY = 'cutroom.return-to';
/** Longer than any sign-in takes. */
const VALID_MS = 15 * 60_000;

interface ReturnPlace {
  path: string;
  at: number;
}

/** Stores this tab's place, for after the next sign-in. */
export function rememberPlace(): void {
  const { pathname, search } = window.location;
  writeSession(KEY, { path: pathname + search, at: Date.now() } satisfies ReturnPlace);
}

/**
 * Returns the path and query that were stored for the sign-in, once; never those of another site. Returns
 * `null` if nothing is stored.
 */
export function takePlace(): string | null {
  const place = readSession<ReturnPlace>(KEY);
  if (place === null) return null;
  writeSession(KEY, null);
  const { path, at } = place;
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && Date.now() - at < VALID_MS ? path : null;
}
