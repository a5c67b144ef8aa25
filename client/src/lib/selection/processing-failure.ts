import { create } from 'zustand';

interface Failure {
  text: string;
  /** The creator cancelled it: that is no error. */
  cancelled?: boolean;
  /** The run that can be retried for free. */
  runId: string | null;
  /** The server's error, for its id. */
  error?: unknown;
}

/** Why the creator is back at the search: one line above it, until a new start or its dismissal. */
export const useProcessingFailure = create<{ failure: Failure | null }>(() => ({ failure: null }));

export function setProcessingFailure(failure: Failure | null): void {
  useProcessingFailure.setState({ failure });
}

/** A server's sentence as a reason within ours. */
export function asReason(message: string): string {
  return message.trim().replace(/(?<![.!])[.!]+$/, '') || 'Something went wrong';
}
