import { createLogger, type Logger } from '#core/lib/logger.ts';

export interface CapturedLog {
  logger: Logger;
  /** Every line so far, as written. */
  text(): string;
  /** Every line so far, parsed. */
  lines(): Record<string, unknown>[];
}

/** Creates the product's log with output to memory. */
export function captureLog(level = 'debug'): CapturedLog {
  const written: string[] = [];
  const logger = createLogger(level, 'test', { write: (line) => void written.push(line) });
  return {
    logger,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
