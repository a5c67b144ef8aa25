import { createLogger, type Logger } from '#core/logger.ts';

export interface CapturedLog {
  logger: Logger;
  /** Every line so far, as it was written. */
  text(): string;
  /** Every line so far, parsed. */
  lines(): Record<string, unknown>[];
}

/** A log made by the product, kept in memory. */
export function captureLog(level = 'debug'): CapturedLog {
  const written: string[] = [];
  const logger = createLogger(level, 'test', { write: (line) => void written.push(line) });
  return {
    logger,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
