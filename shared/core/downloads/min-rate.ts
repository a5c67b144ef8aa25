import { StepError } from '../lib/errors.ts';

/** The lowest average rate over a window while a site should be sending. */
export interface MinRate {
  /** 0 accepts any rate. */
  bytesPerSecond: number;
  windowMs: number;
}

export interface RateWatch {
  /** Aborted with the error to report if too little arrived in a window. */
  signal: AbortSignal;
  count(bytes: number): void;
  /** Time counts only between `start` and `stop`, so pauses and reconnections do not. */
  start(): void;
  stop(): void;
}

/** Prevents a site from occupying a worker for hours by sending a byte now and then. */
export function watchRate({ bytesPerSecond, windowMs }: MinRate): RateWatch {
  const slow = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  let leftMs = windowMs;
  let bytes = 0;
  function judge(): void {
    if (bytes < (bytesPerSecond * windowMs) / 1000) {
      const message = 'This site sends its video too slowly. Try again later, or upload the file instead.';
      slow.abort(new StepError('too_slow', message, { retry: 'often' }));
      return;
    }
    bytes = 0;
    leftMs = windowMs;
    run();
  }
  function run(): void {
    since = performance.now();
    timer = setTimeout(judge, leftMs);
  }
  return {
    signal: slow.signal,
    count(more) {
      bytes += more;
    },
    start() {
      if (timer === undefined) run();
    },
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs = Math.max(0, leftMs - (performance.now() - since));
    },
  };
}
