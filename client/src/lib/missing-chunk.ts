import { readSession, writeSession } from './session-storage.ts';

const KEY = 'cutroom.loaded-again';
/** Identifies this build: the URL of the page's first file contains a hash of all its contents. */
const BUILD = import.meta.url;

let missing: unknown = null;

/** Detects a part of the page that failed to load. Its requester receives the error too. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing = payload;
  });
}

export const isMissingChunk = (error: unknown): boolean => error !== null && error === missing;

/**
 * Reloads the page, since a newer version removed its parts. Does so once for each build that lacks some.
 * Returns `false` if that was tried before, or if no server could deliver another page.
 */
export async function loadNewVersion(): Promise<boolean> {
  if (readSession(KEY) === BUILD) return false;
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return false;
  writeSession(KEY, BUILD);
  // A browser without storage would reload forever.
  if (readSession(KEY) !== BUILD) return false;
  window.location.reload();
  return true;
}

/**
 * Loads a part of the page, for `React.lazy`. Offline it waits until the network is back instead of failing:
 * React stores a failure, and would replace the whole screen by it.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { once: true });
      });
    }
  }
}
