/**
 * `refused`: our key is rejected. `quota`: we asked too often. `missing`: not found. `late`: no response in time.
 * `unreachable`: no connection, or the response broke off. `broken`: the response violates its protocol.
 */
export type SourceErrorCode = 'refused' | 'quota' | 'missing' | 'late' | 'unreachable' | 'broken';

/** The failure of a source. The message is a sentence for the creator, the cause is for the log. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  /** How long the source asks to wait, in ms; `null` if it did not say. */
  readonly pauseMs: number | null;

  constructor(
    code: SourceErrorCode,
    message: string,
    { pauseMs = null, ...options }: ErrorOptions & { pauseMs?: number | null } = {},
  ) {
    super(message, options);
    this.code = code;
    this.pauseMs = pauseMs;
  }
}
