/** What every file of the folder above but run.ts exports as `bench`. */
export type Bench = (options: { samples: number; quick: boolean }) => Promise<void>;

/** One figure as one JSON line; `value` is the median of `values`. */
export function report(figure: {
  bench: string;
  values: number[];
  unit: string;
  goal: string;
  note?: string;
}) {
  const { bench, values, unit, goal, note } = figure;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  const value = Number(median.toPrecision(3));
  console.log(JSON.stringify({ bench, value, unit, goal, samples: values.length, note }));
}

/** How long this work takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
