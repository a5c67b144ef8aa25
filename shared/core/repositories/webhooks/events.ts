import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LOW_CREDITS } from '#contract/credits.ts';
import type { Run } from '#contract/runs.ts';
import { TEST_EVENT, type WebhookData, type WebhookDelivery, type WebhookEvent } from '#contract/webhooks.ts';
import type { Executor } from '../../db/database.ts';
import { insertDelivery } from './deliveries.ts';

/** The most pending deliveries of a webhook. Further events are not sent to it. */
const MAX_PENDING = 5000;

/** Returns an event as it is sent. Every attempt sends the same text. */
function writeEvent(type: WebhookEvent | typeof TEST_EVENT, data: object) {
  const timestamp = new Date().toISOString();
  return {
    eventId: `msg_${randomUUID().replaceAll('-', '')}`,
    type,
    payload: JSON.stringify({ type, timestamp, data }),
  };
}

/**
 * Creates a delivery of an event for each of a user's enabled webhooks that chose it. Call it in the
 * transaction of the change that it reports, so that neither exists without the other.
 */
async function recordEvent<E extends WebhookEvent>(
  trx: Executor,
  userId: string,
  name: E,
  data: WebhookData<E>,
): Promise<void> {
  const { eventId, type, payload } = writeEvent(name, data);
  // The lock leaves out a webhook that is being deleted, which would fail the transaction.
  await sql`
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, payload)
    SELECT id, ${eventId}, ${type}, ${payload} FROM webhooks
    WHERE user_id = ${userId} AND disabled_at IS NULL AND ${type} = ANY(events)
      AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'pending'
        OFFSET ${MAX_PENDING - 1})
    FOR KEY SHARE OF webhooks`.execute(trx);
}

/** Records the end of a run, and the film that it made. */
export async function recordRunEnd(
  trx: Executor,
  { userId, run }: { userId: string; run: Run },
): Promise<void> {
  await recordEvent(trx, userId, 'run.ended', { run });
  const { projectId, projectTitle, language, id: runId } = run;
  if (run.kind !== 'generation' || run.status !== 'completed' || projectId === null) return;
  await recordEvent(trx, userId, 'film.ready', { projectId, projectTitle, language, runId });
}

/** Records that a user's balance fell below `LOW_CREDITS`. `taken` credits led to `left`. */
export async function recordCreditsTaken(
  trx: Executor,
  userId: string,
  { taken, left }: { taken: number; left: number },
): Promise<void> {
  if (left >= LOW_CREDITS || left + taken < LOW_CREDITS) return;
  await recordEvent(trx, userId, 'credits.low', { totalCredits: left });
}

/** Creates a delivery of the test event. */
export async function insertTestDelivery(db: Executor, webhookId: string): Promise<WebhookDelivery> {
  return insertDelivery(db, { webhookId, ...writeEvent(TEST_EVENT, {}) });
}
