/** The window over which a rate is measured, in ms. */
const WINDOW_MS = 10_000;

export interface Pace {
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** Measures how fast bytes arrive, from the total at each time. */
export function createPace(now: () => number = () => performance.now()) {
  let samples: { at: number; bytes: number }[] = [];
  return (receivedBytes: number, totalBytes: number): Pace => {
    const at = now();
    // A download that started again has fewer bytes.
    if ((samples.at(-1)?.bytes ?? 0) > receivedBytes) samples = [];
    samples.push({ at, bytes: receivedBytes });
    samples = samples.filter((sample) => at - sample.at <= WINDOW_MS);
    const first = samples[0]!;
    const ms = at - first.at;
    if (ms < 500 || receivedBytes === first.bytes) return { bytesPerSecond: null, secondsLeft: null };
    const bytesPerSecond = ((receivedBytes - first.bytes) / ms) * 1000;
    return { bytesPerSecond, secondsLeft: Math.max(0, totalBytes - receivedBytes) / bytesPerSecond };
  };
}
