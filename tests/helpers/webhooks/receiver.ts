import { sql } from 'kysely';
import { afterAll, beforeEach } from 'vitest';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { MAX_TRIES } from '#core/webhooks/back-off.ts';
import { createWebhookSender } from '#core/webhooks/sender.ts';
import { createUser, createWebhook } from '../data/user.ts';
import { openTestApp, openTestBackend } from '../services/backend.ts';
import { addressOfNothing, startFakeServer } from '../outside/fake-server.ts';

export type Hook = Awaited<ReturnType<Awaited<ReturnType<typeof openReceiver>>['createHook']>>;

/**
 * The file's own installation with a receiver of webhooks, which accepts everything unless a test requests a
 * fault. Await it at the top of the file.
 */
export async function openReceiver() {
  const receiver = await startFakeServer(() => ({ status: 204, body: '' }));
  /** A server that no webhook may reach. */
  const inside = await startFakeServer(() => ({ body: 'inside' }));
  afterAll(() => Promise.all([receiver.close(), inside.close()]));
  beforeEach(() => {
    receiver.reset();
    inside.reset();
  });
  const nothing = await addressOfNothing();
  const hosts = [receiver.url, nothing].map((url) => new URL(url).host);
  const backend = await openTestBackend({ WEBHOOK_HOSTS: hosts.join() });
  const app = await openTestApp(backend);
  const { db } = backend;
  const sender = createWebhookSender(backend);
  /** For receivers whose response does not come or end. */
  const impatient = createWebhookSender(backend, { timeoutMs: 2000 });

  /** Sends what is due, and waits for the results. */
  async function sendAll(by = sender): Promise<void> {
    await by.sendDue();
    await by.settled();
  }

  /** Creates a webhook of a new user, with the calls of its owner. */
  async function createHook(url = `${receiver.url}/hook?token=1`) {
    const user = await createUser(backend);
    const { id, secret } = await createWebhook(backend, user.id, { url });
    const headers = { cookie: user.cookie };
    const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', rest = '', payload?: object) =>
      app.inject({
        method,
        url: `/api/user/webhooks/${id}${rest}`,
        headers,
        ...(payload && { payload }),
      });
    const deliveries = async () => (await call('GET', '/deliveries')).json<WebhookDelivery[]>();
    /** Makes the next attempts due. */
    const wait = () =>
      db
        .updateTable('webhookDeliveries')
        .set({ nextAttemptAt: sql`now()` })
        .where('webhookId', '=', id)
        .execute();
    return {
      id,
      secret,
      user,
      call,
      wait,
      deliveries,
      newest: async () => (await deliveries())[0]!,
      read: async () => (await app.inject({ url: '/api/user/webhooks', headers })).json<Webhook[]>()[0],
      /** Adds a delivery that is due. */
      async insert(eventId = `msg_${Math.random()}`): Promise<void> {
        const delivery = { webhookId: id, eventId, type: 'run.ended', payload: '{"type":"run.ended"}' };
        await db.insertInto('webhookDeliveries').values(delivery).execute();
      },
      /** Makes every attempt of the deliveries. */
      async exhaust(): Promise<void> {
        for (let tries = 0; tries < MAX_TRIES; tries += 1) {
          await wait();
          await sendAll();
        }
      },
      /** Changes the webhook's row. */
      set: (values: { busyUntil?: Date; failingSince?: Date; oldSecretUntil?: Date }) =>
        db.updateTable('webhooks').set(values).where('id', '=', id).execute(),
    };
  }
  return { backend, app, receiver, inside, nothing, sender, impatient, sendAll, createHook };
}

/** A time this many days after now. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
