/**
 * `refused`: our key is not taken. `quota`: we asked too often. `missing`: there is no such thing. `late`: no answer in
 * time. `unreachable`: nobody answered, or the answer broke off. `broken`: what came is no answer of its protocol.
 */
export type SourceErrorCode = 'refused' | 'quota' | 'missing' | 'late' | 'unreachable' | 'broken';

/** A source that could not be asked; the message is a sentence for a creator, the cause for the log. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  /** For how long it wants not to be asked again, in ms; null when it did not say. */
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
