import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import { admit, type Destination } from '../guard/admit.ts';
import type { Guard } from '../guard/guard.ts';
import { OutsideError } from '../guard/outside-error.ts';
import { retryAfterMs } from '../lib/retry-after.ts';

/** How long a receiver may take for its response, in ms. */
export const TIMEOUT_MS = 15_000;
/** How much of a response is read, so that its connection ends as the receiver expects. */
const MAX_BODY_BYTES = 16_384;
/** The status of a receiver that wants no more events. */
const GONE_STATUS = 410;

export interface Attempt {
  /** The HTTP status; `null` without a response. */
  status: number | null;
  /** Why the attempt failed, in a sentence; `null` if it succeeded. */
  error: string | null;
  /** How long the receiver asks to wait, in ms. */
  pauseMs: number | null;
  /** Whether the receiver wants no more events. */
  isGone: boolean;
}

const failed = (error: string): Attempt => ({ status: null, error, pauseMs: null, isGone: false });

/** Checks the address of a webhook before any request. @throws OutsideError `refused` */
export function admitReceiver({ rules, httpsOnly }: Config['webhooks'], url: string): Destination {
  const destination = admit(rules, url);
  if (httpsOnly && destination.url.protocol !== 'https:') {
    throw new OutsideError('refused', 'Only https: addresses are accepted.');
  }
  return destination;
}

/**
 * Sends an event once, only to where the guard connects, and without following redirects.
 * @throws the signal's reason if aborted
 */
export async function sendEvent(
  guard: Guard,
  destination: Destination,
  message: { headers: Record<string, string>; payload: string },
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Attempt> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await post(guard, destination, message, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.signal.aborted) return failed(`The receiver did not respond within ${timeoutMs / 1000} s.`);
    if (error instanceof OutsideError) return failed(error.message);
    return failed('The receiver closed the connection.');
  } finally {
    clearTimeout(timer);
  }
}

async function post(
  guard: Guard,
  destination: Destination,
  { headers, payload }: { headers: Record<string, string>; payload: string },
  signal: AbortSignal,
): Promise<Attempt> {
  const body = Buffer.from(payload);
  const request = await guard.open(destination, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'Cutroom',
      accept: '*/*',
    },
    signal,
    // The signal ends it earlier.
    connectMs: TIMEOUT_MS,
  });
  try {
    const answered = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
    request.end(body);
    const [response] = await answered;
    const attempt = judge(response);
    await discard(response);
    return attempt;
  } finally {
    request.destroy();
  }
}

function judge({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  const pauseMs = retryAfterMs(headers['retry-after']);
  const attempt = { status, error: null, pauseMs, isGone: status === GONE_STATUS };
  if (status >= 200 && status < 300) return attempt;
  if (status >= 300 && status < 400) {
    return { ...attempt, error: 'The receiver redirects to another address. Redirects are not followed.' };
  }
  return { ...attempt, error: `The receiver responded with the status ${status}.` };
}

/** Reads a part of a response. Its status has decided already, so a response that breaks off is ignored. */
async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BODY_BYTES) break;
    }
  } catch {
    // Broken off, or over the time limit.
  }
}
