import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

/** An error with a code of the contract and a message that a creator may read. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get statusCode(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A refusal of what was too much; the same is taken later. */
export class TryLaterError extends AppError {
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    retryAfterSeconds: number,
    code: 'too_many_requests' | 'unavailable' = 'too_many_requests',
  ) {
    super(code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A step's failure that trying again cannot mend; its message is shown to the creator. */
export class FinalStepError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FinalStepError';
    this.code = code;
  }
}

/**
 * A step cannot go on with what other steps of its run made: they are done again, then it is. Each comes with the
 * message that the creator reads when it was done again too often.
 */
export class RedoStepsError extends Error {
  readonly steps: { key: string; message: string }[];

  constructor(steps: { key: string; message: string }[]) {
    super(`to be done again: ${steps.map(({ key }) => key).join(', ')}`);
    this.name = 'RedoStepsError';
    this.steps = steps;
  }
}

/** A step's failure that trying again may mend, such as a site that does not answer; its message is shown to the creator. */
export class PassingStepError extends Error {
  readonly code: string;
  /** For how long nobody wants to be asked again, in ms; null when nobody said. */
  readonly pauseMs: number | null;

  constructor(
    code: string,
    message: string,
    { pauseMs = null, ...options }: ErrorOptions & { pauseMs?: number | null } = {},
  ) {
    super(message, options);
    this.name = 'PassingStepError';
    this.code = code;
    this.pauseMs = pauseMs;
  }
}
