import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import { retryAfterMs } from '../lib/retry-after.ts';

const AWAY = 'YouTube is not responding. Please try again later.';
const BUSY = 'YouTube is busy. Please try again later.';
const FOREIGN_ADDRESS =
  'YouTube named an address outside its own service, so nothing was sent there. Please try again later.';
const MAX_SAID = 200;

/** The format of Google's API errors. */
const errorSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

/** Messages for the creator, by YouTube's reason. */
const WORDS: Record<string, [code: string, message: string]> = {
  quotaExceeded: [
    'quota',
    'YouTube accepts no more uploads from this installation today: its quota is used up. Please try again tomorrow.',
  ],
  uploadLimitExceeded: [
    'upload_limit',
    'Your channel has reached its daily upload limit on YouTube. Please try again tomorrow.',
  ],
  youtubeSignupRequired: ['no_channel', 'No YouTube channel found for this account.'],
  forbidden: [
    'forbidden',
    'YouTube does not let us upload to this channel. Please disconnect it and connect it again in settings.',
  ],
  forbiddenPrivacySetting: [
    'forbidden',
    'YouTube does not allow this privacy setting for your channel. Please choose another.',
  ],
  invalidTitle: ['invalid', 'YouTube refuses this title. Please change it.'],
  invalidDescription: ['invalid', 'YouTube refuses this description. Please change it.'],
};
const SAME_AS: Record<string, string> = {
  dailyLimitExceeded: 'quotaExceeded',
  insufficientPermissions: 'forbidden',
  accountClosed: 'forbidden',
  accountSuspended: 'forbidden',
};
/** Temporary refusals. */
const PASSING = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'backendError']);

/**
 * Sends one request to Google, without following redirects.
 * @throws StepError if no response arrives in time
 */
export async function request(
  url: string,
  init: RequestInit,
  { signal, withinMs = 30_000 }: { signal: AbortSignal; withinMs?: number },
): Promise<Response> {
  const limit = AbortSignal.timeout(withinMs);
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    signal.throwIfAborted();
    throw new StepError('youtube_away', AWAY, { retry: 'often', cause: error });
  }
}

/**
 * Reads the body of a response.
 * @throws StepError if it breaks off, or violates the protocol
 */
export async function readAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(await response.json());
  } catch (error) {
    throw new StepError('youtube_away', AWAY, { retry: 'often', cause: error });
  }
}

/** A failure that may pass, with the time that the service asks to wait. */
export const busy = ({ headers }: Response): StepError =>
  new StepError('youtube_away', BUSY, { retry: 'often', pauseMs: retryAfterMs(headers.get('retry-after')) });

/** The error of a response that redirects the token and the video elsewhere. */
export const leadsElsewhere = (): StepError => new StepError('foreign_address', FOREIGN_ADDRESS);

/** Returns YouTube's reason for a refusal; an empty text without one. Reads the body. */
export async function reasonOf(response: Response): Promise<string> {
  const parsed = errorSchema.safeParse(await response.json().catch(() => undefined));
  return parsed.data?.error.errors[0]?.reason ?? '';
}

/** Returns why YouTube refused, worded for the creator; a StepError defines whether a retry may help. */
export async function refusalOf(response: Response): Promise<Error> {
  const { status } = response;
  if (status >= 300 && status < 400) return leadsElsewhere();
  const apiError = errorSchema.safeParse(await response.json().catch(() => undefined)).data?.error;
  const reason = apiError?.errors[0]?.reason ?? '';
  if (status === 429 || status === 408 || status >= 500 || PASSING.has(reason)) {
    return busy(response);
  }
  const words = WORDS[SAME_AS[reason] ?? reason];
  if (words) return new StepError(...words);
  const detail = (apiError?.message ?? '').replaceAll(/\s+/g, ' ').slice(0, MAX_SAID);
  return new StepError('refused', `YouTube refused this: ${detail || `status ${status}`}`);
}
