/** The code of an error that means that the object store does not respond now. */
export const STORE_UNAVAILABLE = 'ESTOREUNAVAILABLE';

/** Postgres' error for a change while the server is a replica, or accepts no changes for another reason. */
const READ_ONLY = '25006';

const CODES = new Set([
  READ_ONLY,
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
  // All connections of the server are in use.
  '53300',
  STORE_UNAVAILABLE,
]);

const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Connection is closed|connection error and is not queryable|Stream isn't writeable/;

/** Messages of PgBouncer, whose code is only that of a violated protocol. */
const POOLER_WORDS =
  /^(?:pgbouncer cannot connect|query_wait_timeout|server conn crashed|server login|no more connections allowed)/;

/** Messages of Redis and its driver during a failover of a primary or a cluster. */
const FAILOVER_WORDS =
  /^(?:READONLY|CLUSTERDOWN|LOADING|MASTERDOWN|NOREPLICAS|Failed to refresh slots cache|None of startup nodes|Cluster isn't ready|Cluster is |Too many Cluster redirections|All sentinels are unreachable)/;

/** Whether an error means that Postgres, Redis or the object store is unreachable now: retrying later may help. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && CODES.has(code)) return true;
  return [WORDS, POOLER_WORDS, FAILOVER_WORDS].some((words) => words.test(message ?? ''));
}

/** Whether an error means that Postgres accepts no changes now, as during a failover. */
export const isReadOnlyError = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === READ_ONLY;

/** Ignores that a change was refused because Postgres is read-only. Rethrows other errors. */
export function ignoreReadOnly(error: unknown): void {
  if (!isReadOnlyError(error)) throw error;
}

/** Whether an error means that the object store does not respond now. */
export const isStoreAway = (error: unknown): boolean =>
  (error as { code?: unknown }).code === STORE_UNAVAILABLE;

/** Whether an error means that the disk, or our quota, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT';
}
