import type { WebhookDelivery } from '#contract/webhooks.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { listDeliveries, resendDelivery } from '#core/repositories/webhooks/deliveries.ts';
import { insertTestDelivery } from '#core/repositories/webhooks/events.ts';
import type { Caller } from '../caller.ts';
import { ownWebhook, type WebhookId } from './manage-webhooks.ts';

type Parts = Pick<Backend, 'db'>;

/** Returns the newest deliveries of a webhook of the caller. @throws AppError `not_found` */
export async function listOwnDeliveries(
  { db }: Parts,
  caller: Caller,
  ids: WebhookId,
): Promise<WebhookDelivery[]> {
  await ownWebhook({ db }, caller, ids);
  return listDeliveries(db, ids.webhookId);
}

/** Sends a test event to a webhook of the caller. @throws AppError `not_found`; `conflict` if it is disabled */
export async function sendTest({ db }: Parts, caller: Caller, ids: WebhookId): Promise<WebhookDelivery> {
  await enabledWebhook({ db }, caller, ids);
  return insertTestDelivery(db, ids.webhookId);
}

/** Sends a delivery to a webhook of the caller again. @throws AppError `not_found`; `conflict` if it is disabled */
export async function resendOwnDelivery(
  { db }: Parts,
  caller: Caller,
  ids: WebhookId & { deliveryId: string },
): Promise<WebhookDelivery> {
  await enabledWebhook({ db }, caller, ids);
  const resent = await resendDelivery(db, { webhookId: ids.webhookId, id: ids.deliveryId });
  if (!resent) throw new AppError('not_found', 'There is no such delivery.');
  return resent;
}

async function enabledWebhook({ db }: Parts, caller: Caller, ids: WebhookId): Promise<void> {
  const { disabled } = await ownWebhook({ db }, caller, ids);
  if (disabled) throw new AppError('conflict', 'This webhook is disabled. Enable it first.');
}
