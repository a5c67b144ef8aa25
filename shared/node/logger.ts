import { type Logger, pino } from 'pino';

export type { Logger };

/** Paths whose values never reach a log. */
const REDACT = [
  'req.headers.cookie',
  'req.headers.authorization',
  '*.token',
  '*.secret',
  '*.password',
  '*.id_token',
];

/** Structured JSON lines on stdout. */
export function createLogger(level: string, name: string): Logger {
  return pino({ level, name, redact: { paths: REDACT, censor: '[redacted]' }, base: { pid: process.pid } });
}
