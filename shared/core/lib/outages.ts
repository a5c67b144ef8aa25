/** The code of an error that means that the object store does not respond now. */
export const STORE_UNAVAILABLE = 'ESTOREUNAVAILABLE';

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
  STORE_UNAVAILABLE,
]);

const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Connection is closed|connection error and is not queryable|Stream isn't writeable/;

/** Whether an error means that Postgres, Redis or the object store is unreachable now: retrying later may help. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && CODES.has(code)) || WORDS.test(message ?? '');
}

/** Whether an error means that the object store does not respond now. */
export const isStoreAway = (error: unknown): boolean =>
  (error as { code?: unknown }).code === STORE_UNAVAILABLE;

/** Whether an error means that the disk, or our quota, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
