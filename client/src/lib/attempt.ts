import { ApiError, isUnauthorized, userMessage } from './api.ts';
import { sessionLost } from './session.ts';
import { toast, type ToastInput } from './toast.ts';

/** Why something failed, in a sentence, and what failed, for its id. */
export interface Problem {
  text: string;
  error: unknown;
}

/** The sentence of a failure: always `description`, or the server's own, and `fallback` where it says nothing. */
type Sentence = { description: string } | { fallback: string; phrase?: (sentence: string) => string };

/** How a failure is told: by a toast, or by `tell`, where the page has a place for it. */
export type Failure = Sentence &
  (
    | {
        title: string;
        /** Offered by the toast as Try Again. */
        retry?: () => void;
        /** Said beside the way to sign in, which is taken all the same. */
        signedOut?: Pick<ToastInput, 'title' | 'description'>;
      }
    | { tell: (problem: Problem) => void }
  );

const TOO_MANY_REQUESTS = 429;

function sentenceOf(error: unknown, failure: Sentence): string {
  // Only the server knows for how long one has to wait.
  if (error instanceof ApiError && error.status === TOO_MANY_REQUESTS) return error.userMessage;
  if ('description' in failure) return failure.description;
  const sentence = userMessage(error, failure.fallback);
  return failure.phrase?.(sentence) ?? sentence;
}

/** Tells of a failure. A lost session leads to sign in again; what it was about is not told then. */
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

/** Does something that calls the server, and tells when it failed. True when it worked. */
export async function attempt(work: () => Promise<unknown>, failure: Failure): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tellFailure(error, failure);
    return false;
  }
}
