const MINUTE_MS = 60_000;
/** So many names are counted in a minute; nobody can fill the memory with more, nor keep others out by them. */
const MAX_NAMES = 100_000;

export interface MinuteCounter {
  /** Counts one of this name: 0 when it is taken, else, not counted, in how many seconds one is taken again. */
  take(name: string): number;
  /** Takes one back that turned out not to count. */
  give(name: string): void;
}

/** Counts by name in fixed minutes, on this node alone: it asks nobody, so it can stand before what does. */
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
