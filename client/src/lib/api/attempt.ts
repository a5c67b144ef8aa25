import { onlineManager } from '@tanstack/react-query';
import { ApiError, isUnauthorized, userMessage } from './api.ts';
import { sessionLost } from './session.ts';
import { toast, type ToastInput } from '../toast.ts';
import { NOT_SENT } from './unsent.ts';

/** Why something failed, in a sentence, with the error for its id. */
export interface Problem {
  text: string;
  error: unknown;
}

/**
 * The sentence of a failure: `description`, followed by the server's reason, or the server's sentence alone, and
 * `fallback` if it has none.
 */
type Sentence = { description: string } | { fallback: string; phrase?: (sentence: string) => string };

/** How a failure is shown: by a toast, or by `tell`, where the page has a place for it. */
export type Failure = Sentence &
  (
    | {
        title: string;
        /** Offered by the toast as Try Again. */
        retry?: () => void;
        /** Shown beside the sign-in, which opens all the same. */
        signedOut?: Pick<ToastInput, 'title' | 'description'>;
      }
    | { tell: (problem: Problem) => void }
  );

/** Only the server knows what is wrong with what was sent, and how long to wait. */
const ONLY_SERVER_KNOWS = new Set([422, 429]);

const AGAIN = 'Please try again.';

/** A fixed sentence, followed by the reason that the server gave. */
export function withReason(description: string, error: unknown): string {
  // An error without a code is not the server's own: a proxy sent it.
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

/** Reports a failure. A lost session opens the sign-in; the failure itself is not shown then. */
export function tellFailure(error: unknown, failure: Failure): void {
  if (isUnauthorized(error)) {
    sessionLost();
    if ('title' in failure && failure.signedOut)
      toast({ ...failure.signedOut, variant: 'destructive', error });
    return;
  }
  const text = sentenceOf(error, failure);
  if ('tell' in failure) return failure.tell({ text, error });
  const { title, retry } = failure;
  toast({
    title,
    description: text,
    variant: 'destructive',
    error,
    ...(retry && { action: { label: 'Try Again', onClick: retry } }),
  });
}

/** Does something that calls the server, and reports a failure. True on success. */
export async function attempt(work: () => Promise<unknown>, failure: Failure): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tellFailure(error, failure);
    return false;
  }
}
