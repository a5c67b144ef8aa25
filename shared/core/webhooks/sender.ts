import { TEST_EVENT } from '#contract/webhooks.ts';
import type { Config } from '../config/config.ts';
import type { Database, Executor } from '../db/database.ts';
import { createGuard, type Guard } from '../guard/guard.ts';
import { OutsideError } from '../guard/outside-error.ts';
import type { Logger } from '../lib/logger.ts';
import { storeDisabledMail } from '../mail/webhook-mail.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  recordAttempt,
  releaseWebhook,
  returnAttempt,
} from '../repositories/webhooks/deliveries.ts';
import { disableFailing } from '../repositories/webhooks/webhooks.ts';
import { retryDelay } from './back-off.ts';
import { admitReceiver, type Attempt, sendEvent, TIMEOUT_MS } from './receiver.ts';
import { openWebhookSecrets } from './secrets.ts';

/** How many events one process sends concurrently. They mostly wait. */
const AT_ONCE = 32;
/** After this time, another process sends a delivery whose process was killed. */
const LEASE_SECONDS = (4 * TIMEOUT_MS) / 1000;
/** How long a webhook may fail before it is disabled, in seconds. */
const DISABLED_AFTER_SECONDS = 5 * 24 * 3600;

export interface WebhookSender {
  /**
   * Starts to send the due deliveries, and continues until none is due. Several nodes may call it
   * concurrently.
   */
  sendDue(): Promise<void>;
  /** Resolves when this process sends nothing. */
  settled(): Promise<void>;
  /** Interrupts the sending. The interrupted deliveries are due again. */
  stop(): Promise<void>;
}

interface SenderParts {
  db: Database;
  log: Logger;
  config: Pick<Config, 'secret' | 'webhooks' | 'mail' | 'mode' | 'publicUrl'>;
}

/** Creates a sender of webhooks. Tests choose the guard and the time limit of a request, in ms. */
export function createWebhookSender(
  { db, log, config }: SenderParts,
  {
    guard = createGuard(config.webhooks.rules),
    timeoutMs = TIMEOUT_MS,
  }: { guard?: Guard; timeoutMs?: number } = {},
): WebhookSender {
  const secrets = openWebhookSecrets(config.secret);
  const stopping = new AbortController();
  const lanes = new Set<Promise<void>>();

  async function attempt(delivery: ClaimedDelivery): Promise<Attempt> {
    const { url, eventId, payload } = delivery;
    const refused = (error: string): Attempt => ({ status: null, error, pauseMs: null, isGone: false });
    const headers = secrets.sign(delivery, { eventId, payload, at: new Date() });
    if (!headers) return refused('The secret of this webhook is unreadable. Rotate it.');
    try {
      const destination = admitReceiver(config.webhooks, url);
      const message = { headers, payload };
      return await sendEvent(guard, destination, message, { signal: stopping.signal, timeoutMs });
    } catch (error) {
      if (error instanceof OutsideError) return refused(error.message);
      throw error;
    }
  }

  async function record(trx: Executor, delivery: ClaimedDelivery, made: Attempt): Promise<void> {
    const { webhookId, type, tries } = delivery;
    const isTest = type === TEST_EVENT;
    const works = made.error === null ? true : isTest ? null : false;
    const failingFor = await releaseWebhook(trx, delivery, works);
    const retryMs = isTest || made.isGone ? null : retryDelay(tries, made.pauseMs);
    await recordAttempt(trx, delivery, { ...made, retryMs });
    const failsForDays = works === false && retryMs === null && failingFor >= DISABLED_AFTER_SECONDS;
    if (!made.isGone && !failsForDays) return;
    const disabled = await disableFailing(trx, webhookId, made.isGone ? 'gone' : 'failing');
    if (!disabled) return;
    log.info({ webhookId, reason: disabled.disabledReason }, 'webhook disabled');
    await storeDisabledMail(trx, config, disabled);
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, webhookId, tries } = delivery;
    try {
      const outcome = await attempt(delivery);
      if (outcome.error !== null)
        log.info({ deliveryId, webhookId, tries, err: outcome.error }, 'webhook not delivered');
      await db.transaction().execute((trx) => record(trx, delivery, outcome));
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      await db.transaction().execute(async (trx) => {
        await releaseWebhook(trx, delivery, null);
        await returnAttempt(trx, delivery);
      });
    }
  }

  async function runLane(first: ClaimedDelivery): Promise<void> {
    let next: ClaimedDelivery | undefined = first;
    while (next) {
      await deliver(next);
      next = stopping.signal.aborted ? undefined : await claimDelivery(db, LEASE_SECONDS);
    }
  }

  async function settled(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes);
  }

  return {
    settled,
    async sendDue() {
      while (lanes.size < AT_ONCE && !stopping.signal.aborted) {
        const due = await claimDelivery(db, LEASE_SECONDS);
        if (!due) return;
        const lane: Promise<void> = runLane(due)
          .catch((error: Error) => log.warn({ err: error.message }, 'webhooks not sent'))
          .finally(() => void lanes.delete(lane));
        lanes.add(lane);
      }
    },
    async stop() {
      stopping.abort();
      await settled();
    },
  };
}
