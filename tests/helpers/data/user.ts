import { randomUUID } from 'node:crypto';
import type { Scope } from '#contract/api-keys.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Database } from '#core/db/database.ts';
import { insertApiKey } from '#core/repositories/account/api-keys.ts';
import { addPack } from '#core/repositories/money/credits.ts';
import { createSession } from '#core/repositories/account/sessions.ts';
import { upsertUser } from '#core/repositories/account/users.ts';
import { createWelcomeMark } from '#core/repositories/money/welcomes.ts';
import { insertTestDelivery } from '#core/repositories/webhooks/events.ts';
import { insertWebhook } from '#core/repositories/webhooks/webhooks.ts';
import { openWebhookSecrets } from '#core/webhooks/secrets.ts';

/** Creates the test's own user with packs of these sizes and a session's cookie. */
export async function createUser(
  { db }: { db: Database },
  { packs = [5] }: { packs?: number[] } = {},
): Promise<{ id: string; cookie: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const identity = {
    issuer: 'test',
    subject: email,
    email,
    emailVerified: true,
    firstName: 'Test',
    lastName: 'User',
    profileImageUrl: null,
  };
  const id = await db.transaction().execute(async (trx) => {
    const userId = await upsertUser(trx, identity, {
      credits: 0,
      markOf: createWelcomeMark(''),
      signUp: { mode: 'open', domains: [] },
    });
    for (const size of packs) await addPack(trx, userId, 'purchase', size);
    return userId;
  });
  const { token } = await createSession(db, id);
  return { id, cookie: `cutroom=${token}`, email };
}

interface KeyOptions {
  scopes?: Scope[];
  creditBudget?: number | null;
  expiresAt?: string | null;
}

/** Creates an API key of a user, with all scopes by default. `headers` authenticate with it. */
export async function createKey(
  { db }: { db: Database },
  userId: string,
  { scopes = ['read', 'edit', 'generate'], creditBudget = null, expiresAt = null }: KeyOptions = {},
): Promise<{ id: string; token: string; headers: { authorization: string } }> {
  const created = await db
    .transaction()
    .execute((trx) => insertApiKey(trx, userId, { name: 'A script', scopes, creditBudget, expiresAt }, 1000));
  const { token, apiKey } = created!;
  return { id: apiKey.id, token, headers: { authorization: `Bearer ${token}` } };
}

/** Creates a webhook of a user, by default for all events to an address that no test calls. */
export async function createWebhook(
  { db, config }: { db: Database; config: { secret: string } },
  userId: string,
  {
    url = 'https://hooks.example.com/cutroom',
    events = ['run.ended', 'film.ready', 'credits.low'],
  }: { url?: string; events?: WebhookEvent[] } = {},
): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const { secret, sealed } = openWebhookSecrets(config.secret).create(id);
  await db
    .transaction()
    .execute((trx) => insertWebhook(trx, { id, userId, url, events, secret: sealed }, 1000));
  return { id, secret };
}

/** Creates a webhook of a user with a delivery of the test event. */
export async function createDelivery(
  backend: { db: Database; config: { secret: string } },
  userId: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { id: webhookId } = await createWebhook(backend, userId);
  const { id: deliveryId } = await insertTestDelivery(backend.db, webhookId);
  return { webhookId, deliveryId };
}
