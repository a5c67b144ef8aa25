import { onlineManager } from '@tanstack/react-query';
import { ApiError, isUnauthorized, userMessage } from './api.ts';
import { sessionLost } from './session.ts';
import { toast, type ToastInput } from '../toast.ts';
import { NOT_SENT } from './unsent.ts';

/** The reason for a failure, in a sentence, with the error for its ID. */
export interface Problem {
  text: string;
  error: unknown;
}

/**
 * The sentence that reports a failure: `description` followed by the server's reason, or only the server's
 * sentence. `fallback` replaces a missing one.
 */
type Sentence = { description: string } | { fallback: string; phrase?: (sentence: string) => string };

/** The way in which a failure is reported: by a toast, or by `report` if the page has a place for it. */
export type Failure = Sentence &
  (
    | {
        title: string;
        /** The action that the toast offers as Try Again. */
        retry?: () => void;
        /** A toast that is also shown while the sign-in opens. */
        signedOut?: Pick<ToastInput, 'title' | 'description'>;
      }
    | { report: (problem: Problem) => void }
  );

/** Codes of errors that only the server can explain: what is wrong with the request, or how long to wait. */
const ONLY_SERVER_KNOWS = new Set([422, 429]);

const AGAIN = 'Please try again.';

/** Returns a fixed sentence, followed by the server's reason. */
export function withReason(description: string, error: unknown): string {
  // An error without a code comes from a proxy instead of the server.
  if (!(error instanceof ApiError) || error.code === null) return description;
  const reason = error.userMessage;
  const once =
    description.endsWith(AGAIN) && reason.endsWith(AGAIN) ? reason.slice(0, -AGAIN.length) : reason;
  return `${description} ${once}`.trimEnd();
}

function sentenceOf(error: unknown, failure: Sentence): string {
  if (!(error instanceof ApiError) && !onlineManager.isOnline()) return NOT_SENT;
  if ('description' in failure) return withReason(failure.description, error);
  if (error instanceof ApiError && ONLY_SERVER_KNOWS.has(error.status)) return error.userMessage;
  const sentence = userMessage(error, failure.fallback);
  return failure.phrase?.(sentence) ?? sentence;
}

/** Reports a failure. A lost session opens the sign-in instead of showing the failure. */
export function reportFailure(error: unknown, failure: Failure): void {
  if (isUnauthorized(error)) {
    sessionLost();
    if ('title' in failure && failure.signedOut)
      toast({ ...failure.signedOut, variant: 'destructive', error });
    return;
  }
  const text = sentenceOf(error, failure);
  if ('report' in failure) return failure.report({ text, error });
  const { title, retry } = failure;
  toast({
    title,
    description: text,
    variant: 'destructive',
    error,
    ...(retry && { action: { label: 'Try Again', onClick: retry } }),
  });
}

/** Runs work that calls the server, and reports its failure. Returns whether it succeeded. */
export async function attempt(work: () => Promise<unknown>, failure: Failure): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    reportFailure(error, failure);
    return false;
  }
}
