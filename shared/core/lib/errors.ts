import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

/** An error with a code of the contract and a message for users. */
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

/** A refusal because of too much load. The same request succeeds later. */
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

/** Whether retrying a step may help: never, once, or as often as its job allows. */
export type StepRetry = 'never' | 'once' | 'often';

/** Another step of the run to redo, and the message if it was redone too often. */
export interface StepToRedo {
  key: string;
  message: string;
}

interface StepErrorOptions extends ErrorOptions {
  /** 'never' by default. */
  retry?: StepRetry;
  /** How long the service asks to wait, in ms. */
  pauseMs?: number | null;
}

/** A step's failure; its message is shown to the creator. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly code: string;
  readonly retry: StepRetry;
  /** How long the service asks to wait, in ms; `null` if it did not say. */
  readonly pauseMs: number | null;
  /**
   * Steps whose artifacts are unusable. They are redone, then this step; that does not count as a failure.
   */
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

  /** Creates the error of a step that found the artifacts of these steps unusable. */
  static redo(steps: StepToRedo[]): StepError {
    const message = `to be redone: ${steps.map(({ key }) => key).join(', ')}`;
    return new StepError('redo', message, { retry: 'often', redo: steps });
  }
}
