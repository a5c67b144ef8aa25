import { readFileSync } from 'node:fs';

/** The type of `bench`, which every file in the folder above except run.ts exports. */
export type Bench = (options: {
  samples: number;
  quick: boolean;
  /** The number of worker processes, for benches of whole installations. */
  workers: number;
}) => Promise<void>;

/** Prints one figure as one line of JSON. Its `value` is the median of `values`. */
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

/**
 * CPU time of all child processes that have ended, in ms; 0 if it cannot be read. Other load on the machine
 * affects it far less than the wall time.
 */
export function childCpuMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  const ticksPerSecond = 100;
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
}

/** CPU time of a process and of its ended children, in ms; 0 if it cannot be read. */
export function cpuMsOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticksPerSecond = 100;
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 1000) / ticksPerSecond;
}

/** Measures the duration of this work, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
