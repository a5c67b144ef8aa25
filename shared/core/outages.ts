const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '08001', 'EPIPE']);

const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Connection is closed|connection error and is not queryable|Stream isn't writeable/;

/** Whether an error tells that Postgres or Redis cannot be reached now: whoever waits a moment may try again. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && CODES.has(code)) || WORDS.test(message ?? '');
}

/** Whether an error tells that the disk, or the part of it that we may use, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
