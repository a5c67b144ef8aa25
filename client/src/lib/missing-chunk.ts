import { readSession, writeSession } from './session-storage.ts';

const KEY = 'cutroom.loaded-again';
/** Names this build: the address of the page's first file holds a hash of everything in it. */
const BUILD = import.meta.url;

let missing: unknown = null;

/** Notices the error of a part of the page that could not be loaded; whoever asked for the part gets it too. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing = payload;
  });
}

export const isMissingChunk = (error: unknown): boolean => error !== null && error === missing;

/**
 * Loads the page anew, since a newer version has taken its parts away: once for each build that misses some.
 * False when that was tried before, or when there is no server that could give another page.
 */
export async function loadNewVersion(): Promise<boolean> {
  if (readSession(KEY) === BUILD) return false;
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return false;
  writeSession(KEY, BUILD);
  // A browser that keeps nothing would load it again and again.
  if (readSession(KEY) !== BUILD) return false;
  window.location.reload();
  return true;
}
