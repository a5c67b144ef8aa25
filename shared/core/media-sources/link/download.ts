import { open } from 'node:fs/promises';
import { StepError } from '../../lib/errors.ts';
import type { MinRate } from '../../downloads/min-rate.ts';
import { type DownloadRules, Interruption, receiveFile, type Tries } from '../../downloads/receive-file.ts';
import type { Guard, Patience } from '../../guard/guard.ts';
import type { OnFetched } from '../source.ts';
import { finalRefusal, refuseOtherTypes, refusePageStart, tooLarge } from './answers.ts';

export interface DownloadOptions extends Patience {
  /** The target path. An existing file is overwritten. */
  path: string;
  maxBytes: number;
  /** The time limit of all attempts together, in ms. */
  maxMs: number;
  minRate: MinRate;
  signal: AbortSignal;
  onProgress: OnFetched;
  /** The pause before the second attempt, in ms. It doubles with each further attempt without progress. */
  backOffMs?: number;
}

const BACK_OFF_MS = 500;
const MAX_BACK_OFF_MS = 30_000;
const TRIES: Omit<Tries, 'backOffMs'> = {
  fruitless: 5,
  progressBytes: 1,
  connections: 50,
  // If a site asks for a longer pause, the whole step is retried later.
  maxPauseMs: 60_000,
};

/**
 * Downloads a file. After a broken connection it resumes if the site reports that the file is the same.
 * @throws StepError: final (not found, refused, no media file, too large, too long), or if the site fails
 * repeatedly or sends too slowly; the signal's reason if aborted
 */
export async function download(guard: Guard, url: string, options: DownloadOptions): Promise<void> {
  const late = AbortSignal.timeout(options.maxMs);
  const firstMs = options.backOffMs ?? BACK_OFF_MS;
  const backOffMs = (fruitless: number) =>
    Math.min(MAX_BACK_OFF_MS, firstMs * 2 ** Math.max(0, fruitless - 1)) * (0.5 + Math.random());
  const file = await open(options.path, 'w');
  try {
    await receiveFile(guard, {
      ...options,
      url,
      file,
      part: { bytes: 0, total: null, validator: null },
      tries: { ...TRIES, backOffMs },
      rules: rulesOf(options),
      signal: AbortSignal.any([options.signal, late]),
    });
  } catch (error) {
    options.signal.throwIfAborted();
    if (late.aborted) throw new StepError('too_slow', 'Downloading this video took too long.');
    throw error;
  } finally {
    await file.close();
  }
}

function rulesOf({ maxBytes, onProgress }: DownloadOptions): DownloadRules {
  return {
    mostBytes: () => maxBytes,
    checkHead(headers, { total }) {
      refuseOtherTypes(headers);
      if ((total ?? 0) > maxBytes) throw tooLarge(maxBytes);
    },
    checkStart: refusePageStart,
    received: ({ bytes, total }) => onProgress(bytes, total),
    checkEnd({ bytes, total }) {
      if (total === null || bytes === total) return;
      // More bytes than announced, or fewer although the connection ended normally: not the announced file.
      throw new Interruption('The site of this link sent a different length than it announced.', {
        startsAgain: true,
      });
    },
    refusal: (status, pauseMs) =>
      finalRefusal(status) ??
      new Interruption(`The site of this link is failing or overloaded (${status}).`, { pauseMs }),
    broken: (error) =>
      error.reason === 'refused'
        ? new StepError('refused', error.message, { cause: error })
        : new Interruption(error.message),
    otherPart: 'The site of this link sent a different part than requested.',
    noPart: 'The site of this link cannot resume the download.',
    tooLarge,
    tooSlow: (reason) => reason,
    givenUp: ({ message, pauseMs }) => new StepError('unreachable', message, { retry: 'often', pauseMs }),
  };
}
