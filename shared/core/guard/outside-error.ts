/** `refused`: we do not connect there. `unreachable`: no answer, or the connection broke; retrying may help. */
export type OutsideErrorReason = 'refused' | 'unreachable';

/** A failed request to another site; the message is a sentence for the creator, the cause for the log. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  readonly reason: OutsideErrorReason;

  constructor(reason: OutsideErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** The same for unknown names, so that nobody can probe the network behind us. */
export const NOT_FROM_HERE = 'This address cannot be reached from here.';
