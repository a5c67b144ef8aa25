/** Computes once for all concurrent callers, and caches the result for the given milliseconds. */
export function createCachedAnswer<T>(freshMs: number, ask: () => Promise<T>): () => Promise<T> {
  let cached: { answer: Promise<T>; until: number } | undefined;
  return () => {
    if (!cached || performance.now() > cached.until) {
      const entry = { answer: ask(), until: Infinity };
      const restart = () => void (entry.until = performance.now() + freshMs);
      entry.answer.then(restart, restart);
      cached = entry;
    }
    return cached.answer;
  };
}
