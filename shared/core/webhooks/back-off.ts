const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays before the second and later attempts, in ms, as Standard Webhooks recommends: over a day. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
/** The part of a delay by which it varies, so that the events of one failure do not return together. */
const SPREAD = 0.1;
/** How long a receiver's Retry-After may postpone an attempt, in ms. */
const LONGEST_PAUSE = 24 * HOUR;

/** The number of attempts of a delivery. */
export const MAX_TRIES = DELAYS.length + 1;

/**
 * Returns the delay before the next attempt, in ms, after this many failed ones; `null` after the last.
 * @param pauseMs how long the receiver asked to wait
 * @param random 0 to 1
 */
export function retryDelay(
  tries: number,
  pauseMs: number | null = null,
  random: () => number = Math.random,
): number | null {
  const delay = DELAYS[tries - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 - SPREAD + 2 * SPREAD * random());
  return Math.round(Math.max(spread, Math.min(pauseMs ?? 0, LONGEST_PAUSE)));
}
