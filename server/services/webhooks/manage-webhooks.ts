import { randomUUID } from 'node:crypto';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookChanges,
  type WebhookSecret,
} from '#contract/webhooks.ts';
import type { Backend } from '#core/backend.ts';
import { OutsideError } from '#core/guard/outside-error.ts';
import { AppError } from '#core/lib/errors.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  replaceSecret,
  updateWebhook,
} from '#core/repositories/webhooks/webhooks.ts';
import { admitReceiver } from '#core/webhooks/receiver.ts';
import { openWebhookSecrets } from '#core/webhooks/secrets.ts';
import type { Caller } from '../caller.ts';

/** The webhook that a call is about. */
export interface WebhookId {
  webhookId: string;
}

type Parts = Pick<Backend, 'db' | 'config'>;

const notFound = () => new AppError('not_found', 'There is no such webhook.');

/** Returns a webhook of the caller. @throws AppError `not_found` */
export async function ownWebhook(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { webhookId }: WebhookId,
): Promise<Webhook> {
  const webhook = await findWebhook(db, userId, webhookId);
  if (!webhook) throw notFound();
  return webhook;
}

/**
 * Creates a webhook of the caller. The result is the only place that contains its secret.
 * @throws AppError `unprocessable` if its address is not accepted, or the account has too many webhooks
 */
export async function createOwnWebhook(
  { db, config }: Parts,
  { userId }: Caller,
  { url, events }: NewWebhook,
): Promise<WebhookSecret> {
  const id = randomUUID();
  const { secret, sealed } = openWebhookSecrets(config.secret).create(id);
  const webhook = { id, userId, url: checkedUrl(config, url), events, secret: sealed };
  const created = await db.transaction().execute((trx) => insertWebhook(trx, webhook, MAX_WEBHOOKS));
  if (created) return { ...created, secret };
  throw new AppError(
    'unprocessable',
    `An account can have up to ${MAX_WEBHOOKS} webhooks. Delete one that you no longer use.`,
  );
}

/** Changes a webhook of the caller. @throws AppError `not_found`; `unprocessable` for its address */
export async function changeWebhook(
  { db, config }: Parts,
  { userId }: Caller,
  { webhookId }: WebhookId,
  { url, ...changes }: WebhookChanges,
): Promise<Webhook> {
  const checked = { ...changes, ...(url !== undefined && { url: checkedUrl(config, url) }) };
  const changed = await db
    .transaction()
    .execute((trx) => updateWebhook(trx, { userId, id: webhookId }, checked));
  if (!changed) throw notFound();
  return changed;
}

/** Replaces the secret of a webhook of the caller. @throws AppError `not_found` */
export async function rotateSecret(
  { db, config }: Parts,
  { userId }: Caller,
  { webhookId }: WebhookId,
): Promise<WebhookSecret> {
  const { secret, sealed } = openWebhookSecrets(config.secret).create(webhookId);
  const own = { userId, id: webhookId };
  const rotated = await db.transaction().execute((trx) => replaceSecret(trx, own, sealed));
  if (!rotated) throw notFound();
  return { ...rotated, secret };
}

/** Deletes a webhook of the caller with its deliveries. @throws AppError `not_found` */
export async function removeWebhook(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { webhookId }: WebhookId,
): Promise<void> {
  if (!(await deleteWebhook(db, userId, webhookId))) throw notFound();
}

/** Returns an address as it is stored. @throws AppError `unprocessable` */
function checkedUrl(config: Parts['config'], url: string): string {
  try {
    return admitReceiver(config.webhooks, url).url.href;
  } catch (error) {
    if (error instanceof OutsideError) throw new AppError('unprocessable', error.message);
    throw error;
  }
}
