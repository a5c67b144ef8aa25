/** Computes once for all concurrent callers, and caches the result for the given milliseconds. */
export function createCachedAnswer<T>(freshMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined;
  return () => {
    if (!kept || performance.now() > kept.until) {
      const asked = { answer: ask(), until: Infinity };
      const came = () => void (asked.until = performance.now() + freshMs);
      asked.answer.then(came, came);
      kept = asked;
    }
    return kept.answer;
  };
}
