import { type Selectable, sql } from 'kysely';
import { LISTED_DELIVERIES, type WebhookDelivery } from '#contract/webhooks.ts';
import type { Executor } from '../../db/database.ts';
import type { WebhookDeliveries } from '../../db/types.generated.ts';

const LISTED = [
  'id',
  'eventId',
  'type',
  'state',
  'attempts',
  'createdAt',
  'lastAttemptAt',
  'nextAttemptAt',
  'responseStatus',
  'error',
] as const;

const toDelivery = (row: Pick<Selectable<WebhookDeliveries>, (typeof LISTED)[number]>): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  type: row.type as WebhookDelivery['type'],
  state: row.state as WebhookDelivery['state'],
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  responseStatus: row.responseStatus,
  error: row.error,
});

/** Returns the newest deliveries of a webhook, newest first. */
export async function listDeliveries(db: Executor, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(LISTED)
    .where('webhookId', '=', webhookId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(LISTED_DELIVERIES)
    .execute();
  return rows.map(toDelivery);
}

/** Creates a delivery to one webhook, whatever its events. */
export async function insertDelivery(
  db: Executor,
  delivery: { webhookId: string; eventId: string; type: string; payload: string },
): Promise<WebhookDelivery> {
  const row = await db
    .insertInto('webhookDeliveries')
    .values(delivery)
    .returning(LISTED)
    .executeTakeFirstOrThrow();
  return toDelivery(row);
}

/**
 * Makes a delivery due now, with all its tries. Returns `undefined` if the webhook has no such delivery.
 */
export async function resendDelivery(
  db: Executor,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<WebhookDelivery | undefined> {
  const row = await db
    .updateTable('webhookDeliveries')
    .set({ state: 'pending', tries: 0, nextAttemptAt: sql`now()` })
    .where('id', '=', id)
    .where('webhookId', '=', webhookId)
    .returning(LISTED)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/** Ends the pending deliveries of a webhook that was disabled. */
export async function failPending(trx: Executor, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', error: 'The webhook was disabled.' })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

/** A delivery that one process may send now, with its webhook. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  type: string;
  payload: string;
  /** All attempts, including this one. It identifies the attempt. */
  attempts: number;
  /** The attempts since the delivery was created or last resent, including this one. */
  tries: number;
  url: string;
  secret: string;
  /** The previous secret while it is valid. */
  oldSecret: string | null;
  /** Identifies the claim of the webhook. */
  lease: string;
}

/**
 * Claims the next due delivery for one process. A webhook receives one request at a time, so a slow receiver
 * delays only itself, and those that waited longest are served first. After `leaseSeconds` another process
 * may claim the webhook: the first one was killed.
 */
export async function claimDelivery(
  db: Executor,
  leaseSeconds: number,
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH claimed AS (
      UPDATE webhooks SET busy_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      WHERE id = (SELECT webhooks.id FROM webhooks JOIN users ON users.id = webhooks.user_id
        WHERE disabled_at IS NULL AND suspended_at IS NULL AND busy_until <= now()
          AND webhooks.id IN (SELECT webhook_id FROM webhook_deliveries
            WHERE state = 'pending' AND next_attempt_at <= now())
        ORDER BY busy_until LIMIT 1 FOR NO KEY UPDATE OF webhooks SKIP LOCKED)
      RETURNING id, url, secret, CASE WHEN old_secret_until > now() THEN old_secret END AS old_secret, busy_until)
    UPDATE webhook_deliveries AS due
    SET attempts = attempts + 1, tries = tries + 1, last_attempt_at = now()
    FROM claimed
    WHERE due.id = (SELECT first.id FROM webhook_deliveries AS first
      WHERE first.webhook_id = (SELECT id FROM claimed) AND first.state = 'pending' AND first.next_attempt_at <= now()
      ORDER BY first.next_attempt_at, first.created_at LIMIT 1)
    RETURNING due.id, due.webhook_id, due.event_id, due.type, due.payload, due.attempts, due.tries, claimed.url,
      claimed.secret, claimed.old_secret, claimed.busy_until::text AS lease`.execute(db);
  return rows[0];
}

type Claim = Pick<ClaimedDelivery, 'id' | 'webhookId' | 'attempts' | 'lease'>;

/**
 * Ends a claim of a webhook, if it is not claimed again, and records whether the webhook works: `null` leaves
 * that open.
 * @returns since when it fails, in seconds
 */
export async function releaseWebhook(
  trx: Executor,
  { webhookId, lease }: Pick<Claim, 'webhookId' | 'lease'>,
  works: boolean | null,
): Promise<number> {
  const { rows } = await sql<{ failingFor: number }>`
    UPDATE webhooks SET
      busy_until = CASE WHEN busy_until = ${lease}::timestamptz THEN now() ELSE busy_until END,
      failing_since = CASE ${works}::boolean
        WHEN true THEN NULL
        WHEN false THEN COALESCE(failing_since, now())
        ELSE failing_since END
    WHERE id = ${webhookId}
    RETURNING COALESCE(extract(epoch FROM now() - failing_since), 0)::float8 AS failing_for`.execute(trx);
  return rows[0]?.failingFor ?? 0;
}

/**
 * Records the result of an attempt, unless the delivery was claimed again or ended meanwhile. `error` is
 * `null` if it succeeded; `retryMs` is the delay before the next attempt, `null` without one.
 */
export async function recordAttempt(
  trx: Executor,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
  { status, error, retryMs }: { status: number | null; error: string | null; retryMs: number | null },
): Promise<void> {
  const state = error === null ? 'delivered' : retryMs === null ? 'failed' : 'pending';
  await trx
    .updateTable('webhookDeliveries')
    .set({
      state,
      responseStatus: status,
      error,
      ...(state === 'pending' && {
        nextAttemptAt: sql<Date>`now() + make_interval(secs => ${(retryMs ?? 0) / 1000})`,
      }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'pending')
    .execute();
}

/** Returns an attempt that this process could not finish: it is due again. */
export async function returnAttempt(
  trx: Executor,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'pending')
    .execute();
}
