import { StepError } from '../errors.ts';

/** What a site has to send at least, on average over a window, as long as it sends. */
export interface MinRate {
  /** 0 takes any rate. */
  bytesPerSecond: number;
  windowMs: number;
}

export interface RateWatch {
  /** Aborted, with the error to be told, when too little came in a window. */
  signal: AbortSignal;
  count(bytes: number): void;
  /** Time passes between these two alone, so neither a pause nor a connection that is made anew counts. */
  start(): void;
  stop(): void;
}

/** Watches that a site does not keep a place for hours by sending a byte now and then. */
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
