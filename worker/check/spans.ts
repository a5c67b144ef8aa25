import type { Part } from '#contract/cuts.ts';

/** Returns what is left of spans outside others. */
export function without(spans: readonly Part[], others: readonly Part[]): Part[] {
  return others.reduce<Part[]>(
    (rest, other) =>
      rest.flatMap(({ startMs, endMs }) =>
        [
          { startMs, endMs: Math.min(endMs, other.startMs) },
          { startMs: Math.max(startMs, other.endMs), endMs },
        ].filter((part) => part.endMs > part.startMs),
      ),
    [...spans],
  );
}
