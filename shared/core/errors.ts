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

/** Whether trying a step again may mend it: never, once more, or as often as its job says. */
export type StepRetry = 'never' | 'once' | 'often';

/** Another step of the run, and what the creator reads when it was done again too often. */
export interface StepToRedo {
  key: string;
  message: string;
}

interface StepErrorOptions extends ErrorOptions {
  /** Never unless told. */
  retry?: StepRetry;
  /** For how long nobody wants to be asked again, in ms. */
  pauseMs?: number | null;
}

/** How a step failed; its message is shown to the creator. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly code: string;
  readonly retry: StepRetry;
  /** For how long nobody wants to be asked again, in ms; null when nobody said. */
  readonly pauseMs: number | null;
  /** Steps whose artifacts it cannot go on with: they are done again, then it is, and that is no failure. */
  readonly redo: readonly StepToRedo[];

  constructor(
    code: string,
    message: string,
    {
      retry = 'never',
      pauseMs = null,
      redo = [],
      ...options
    }: StepErrorOptions & { redo?: StepToRedo[] } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retry = retry;
    this.pauseMs = pauseMs;
    this.redo = redo;
  }

  get isFinal(): boolean {
    return this.retry === 'never';
  }

  /** A step cannot go on with what these made. */
  static redo(steps: StepToRedo[]): StepError {
    const message = `to be done again: ${steps.map(({ key }) => key).join(', ')}`;
    return new StepError('redo', message, { retry: 'often', redo: steps });
  }
}
