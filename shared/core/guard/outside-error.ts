/**
 * `refused`: we do not go there. `unreachable`: nobody answered, or the connection broke; trying again may help.
 */
export type OutsideErrorReason = 'refused' | 'unreachable';

/** Something outside that could not be asked; the message is a sentence for a creator, the cause for the log. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
  readonly reason: OutsideErrorReason;

  constructor(reason: OutsideErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Said of names that nobody knows too, so that it cannot be asked what there is behind us. */
export const NOT_FROM_HERE = 'This address cannot be reached from here.';
