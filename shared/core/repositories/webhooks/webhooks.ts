import { type Selectable, sql } from 'kysely';
import {
  OLD_SECRET_HOURS,
  type Webhook,
  type WebhookChanges,
  type WebhookEvent,
} from '#contract/webhooks.ts';
import type { Executor } from '../../db/database.ts';
import type { Webhooks } from '../../db/types.generated.ts';
import { failPending } from './deliveries.ts';

const columnsOf = (db: Executor) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'createdAt', 'disabledAt', 'disabledReason', 'failingSince'])
    .select(
      sql<Date | null>`CASE WHEN old_secret_until > now() THEN old_secret_until END`.as('oldSecretUntil'),
    );
type WebhookRow = Awaited<ReturnType<ReturnType<typeof columnsOf>['executeTakeFirstOrThrow']>>;

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events as WebhookEvent[],
  createdAt: row.createdAt.toISOString(),
  disabled: row.disabledAt && {
    at: row.disabledAt.toISOString(),
    reason: row.disabledReason as NonNullable<Webhook['disabled']>['reason'],
  },
  failingSince: row.failingSince?.toISOString() ?? null,
  oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null,
});

/** Returns a user's webhooks, oldest first. */
export async function listWebhooks(db: Executor, userId: string): Promise<Webhook[]> {
  const rows = await columnsOf(db).where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute();
  return rows.map(toWebhook);
}

/** Returns a user's webhook; `undefined` if the user has no such webhook. */
export async function findWebhook(db: Executor, userId: string, id: string): Promise<Webhook | undefined> {
  const row = await columnsOf(db).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
  return row && toWebhook(row);
}

/**
 * Creates a webhook. `secret` is encrypted.
 * @returns `undefined` if the user already has `most` webhooks. The count is locked until the transaction ends
 */
export async function insertWebhook(
  trx: Executor,
  webhook: { id: string; userId: string; url: string; events: WebhookEvent[]; secret: string },
  most: number,
): Promise<Webhook | undefined> {
  const { userId } = webhook;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks of ${userId}`}, 0))`.execute(trx);
  const others = await trx.selectFrom('webhooks').select('id').where('userId', '=', userId).execute();
  if (others.length >= most) return undefined;
  await trx.insertInto('webhooks').values(webhook).execute();
  return findWebhook(trx, userId, webhook.id);
}

/**
 * Changes a user's webhook. Disabling it ends its pending deliveries. A new address or enabling it forgets
 * earlier failures.
 * @returns `undefined` if the user has no such webhook
 */
export async function updateWebhook(
  trx: Executor,
  { userId, id }: { userId: string; id: string },
  { url, events, enabled }: WebhookChanges,
): Promise<Webhook | undefined> {
  const disabled = await trx
    .updateTable('webhooks')
    .set({
      ...(url !== undefined && { url, failingSince: null }),
      ...(events && { events }),
      ...(enabled === true && { disabledAt: null, disabledReason: null, failingSince: null }),
      // The time and reason of an earlier end stay.
      ...(enabled === false && {
        disabledAt: sql<Date>`COALESCE(disabled_at, now())`,
        disabledReason: sql<string>`COALESCE(disabled_reason, 'owner')`,
      }),
    })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!disabled) return undefined;
  if (enabled === false) await failPending(trx, id);
  return findWebhook(trx, userId, id);
}

/**
 * Disables a webhook that failed. Returns the row; `undefined` if it was deleted or already disabled. Its
 * pending deliveries end.
 */
export async function disableFailing(
  trx: Executor,
  id: string,
  reason: 'failing' | 'gone',
): Promise<Selectable<Webhooks> | undefined> {
  const disabled = await trx
    .updateTable('webhooks')
    .set({ disabledAt: sql`now()`, disabledReason: reason })
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (disabled) await failPending(trx, id);
  return disabled;
}

/**
 * Replaces the encrypted secret of a user's webhook. The previous one signs too, for a day.
 * @returns `undefined` if the user has no such webhook
 */
export async function replaceSecret(
  trx: Executor,
  { userId, id }: { userId: string; id: string },
  secret: string,
): Promise<Webhook | undefined> {
  await trx
    .updateTable('webhooks')
    .set({
      secret,
      oldSecret: sql<string>`secret`,
      oldSecretUntil: sql<Date>`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
    })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute();
  return findWebhook(trx, userId, id);
}

/** Deletes a user's webhook with its deliveries. Returns `false` if the user has no such webhook. */
export async function deleteWebhook(db: Executor, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
