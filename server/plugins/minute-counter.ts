const MINUTE_MS = 60_000;
/**
 * The maximum number of names counted in a minute. With more, a sender can neither fill the memory nor lock
 * others out.
 */
const MAX_NAMES = 100_000;

export interface MinuteCounter {
  /**
   * Counts one for this name. Returns 0 if it is admitted; otherwise does not count it, and returns the
   * seconds until the next one is admitted.
   */
  take(name: string): number;
  /** Reverts one that should not count. */
  give(name: string): void;
}

/**
 * Counts by name in fixed minutes, only on this node. It makes no request, so it can precede code that does.
 */
export function createMinuteCounter(max: number): MinuteCounter {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    take(name) {
      const now = Date.now();
      if (Math.floor(now / MINUTE_MS) !== minute) {
        minute = Math.floor(now / MINUTE_MS);
        counts.clear();
      }
      const count = counts.get(name) ?? 0;
      if (count >= max) return Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      if (count > 0 || counts.size < MAX_NAMES) counts.set(name, count + 1);
      return 0;
    },
    give(name) {
      const count = counts.get(name);
      if (count) counts.set(name, count - 1);
    },
  };
}
