// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { CutroomError, readRetryAfter } from './errors.mjs';

const BUSY = new Set([502, 503, 504]);
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT']);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** @type {(ms: number, signal: AbortSignal) => Promise<void>} */
const pauseFor = (ms, signal) => wait(ms, undefined, { signal });

/**
 * Returns a `fetch` that repeats a request while the server is busy or unreachable. A 429 is always repeated,
 * since nothing was done. Other failures are repeated only if doing the request twice has the effect of once.
 * @param {Required<Pick<import('../index.mjs').ClientOptions, 'fetch' | 'retries' | 'maxWaitMs' | 'timeoutMs' | 'onRetry'>>} options
 * @param {(ms: number, signal: AbortSignal) => Promise<void>} pause
 * @returns {(request: Request) => Promise<Response>}
 */
export function withRetries({ fetch, retries, maxWaitMs, timeoutMs, onRetry }, pause = pauseFor) {
  /** @param {Request} request */
  async function send(request) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await fetch(request.clone(), { signal });
    } catch (error) {
      request.signal.throwIfAborted();
      return unreachable(request, error, timeoutMs);
    }
  }

  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await send(request);
      const pauseMs = attempt < retries ? pauseBefore(request, outcome, attempt) : null;
      if (pauseMs === null || pauseMs > maxWaitMs) {
        if (outcome instanceof CutroomError) throw outcome;
        return outcome;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      onRetry({ waitMs: pauseMs, status: outcome.status });
      await pause(pauseMs, request.signal);
    }
  };
}

/**
 * Returns how long to wait before a request is repeated, in ms; `null` if it must not be.
 * @param {Request} request
 * @param {Response | CutroomError} outcome
 * @param {number} attempt
 */
function pauseBefore({ method, headers }, outcome, attempt) {
  const isRepeatable = REPEATABLE.has(method) || headers.has('idempotency-key');
  const isBusy = outcome.status === null || BUSY.has(outcome.status);
  if (outcome.status !== 429 && !(isBusy && isRepeatable)) return null;
  const requested = outcome instanceof Response ? readRetryAfter(outcome.headers) : null;
  return requested ?? pauseOf(attempt);
}

/**
 * Returns the pause after a failed attempt, in ms: doubled each time, and varied, so that programs that failed
 * together do not return together.
 * @param {number} attempt
 */
export function pauseOf(attempt) {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.75 + Math.random() / 2);
}

/**
 * @param {Request} request
 * @param {unknown} error
 * @param {number} timeoutMs
 */
function unreachable({ url }, error, timeoutMs) {
  const { origin } = new URL(url);
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  const reason = isLate
    ? `${origin} did not answer within ${Math.round(timeoutMs / 1000)} s.`
    : `${origin} cannot be reached${causeOf(error)}.`;
  return new CutroomError(reason, { code: 'unreachable', cause: error });
}

/** @param {unknown} error */
function causeOf(error) {
  const cause =
    error instanceof Error ? /** @type {{ code?: unknown } | undefined} */ (error.cause) : undefined;
  return typeof cause?.code === 'string' ? ` (${cause.code})` : '';
}
