import { readSession, writeSession } from '../session-storage.ts';

const KEY = 'cutroom.return-to';
/** Longer than a sign-in may take. */
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

/** The path and query stored for the sign-in, once; null without any. Never another site. */
export function takePlace(): string | null {
  const place = readSession<ReturnPlace>(KEY);
  if (place === null) return null;
  writeSession(KEY, null);
  const { path, at } = place;
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && Date.now() - at < VALID_MS ? path : null;
}
