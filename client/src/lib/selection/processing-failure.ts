import { create } from 'zustand';

interface Failure {
  text: string;
  /** Whether the creator cancelled it, which is not an error. */
  cancelled?: boolean;
  /** The run that can be retried for free. */
  runId: string | null;
  /** The server's error, for its ID. */
  error?: unknown;
}

/**
 * Why the creator is back at the search. The search shows it in one line until a new start or its dismissal.
 */
export const useProcessingFailure = create<{ failure: Failure | null }>(() => ({ failure: null }));

export function setProcessingFailure(failure: Failure | null): void {
  useProcessingFailure.setState({ failure });
}

/** Formats a server's sentence as the reason within another sentence. */
export function asReason(message: string): string {
  return message.trim().replace(/(?<![.!])[.!]+$/, '') || 'Something went wrong';
}
