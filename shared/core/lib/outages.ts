const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '08001',
  '08006',
  // Idle in a transaction for too long: this process was frozen.
  '25P03',
  '57P01',
  '57P02',
  '57P03',
]);

const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Connection is closed|connection error and is not queryable|Stream isn't writeable/;

/** Whether an error means that Postgres or Redis is unreachable now: retrying later may help. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && CODES.has(code)) || WORDS.test(message ?? '');
}

/** Whether an error means that the disk, or our quota, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
