/**
 * `refused`: we do not connect there. `unreachable`: no response, or the connection broke; retrying may help.
 */
export type OutsideErrorReason = 'refused' | 'unreachable';

/** A failed request to another site. The message is a sentence for the creator, the cause is for the log. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  readonly reason: OutsideErrorReason;

  constructor(reason: OutsideErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Also the message for unknown names, so that no one can probe the network behind this server. */
export const NOT_FROM_HERE = 'This address cannot be reached from here.';
