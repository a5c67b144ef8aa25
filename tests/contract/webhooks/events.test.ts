import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { WEBHOOK_DATA, type WebhookEvent } from '#contract/webhooks.ts';
import { settleCredits } from '#core/repositories/money/refunds.ts';
import { takeCredit } from '#core/repositories/money/credits.ts';
import { recordCreditsTaken } from '#core/repositories/webhooks/events.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { endGeneration } from '../../helpers/data/film.ts';
import { createUser, createWebhook } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

interface Event {
  type: WebhookEvent;
  timestamp: string;
  data: unknown;
}

/** Returns the events of a webhook, in the order of their types. */
async function eventsOf(webhookId: string): Promise<Event[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['payload', 'type'])
    .where('webhookId', '=', webhookId)
    .orderBy('type')
    .execute();
  return rows.map(({ payload, type }) => {
    const event = JSON.parse(payload) as Event;
    expect(event.type).toBe(type);
    WEBHOOK_DATA[event.type].parse(event.data);
    return event;
  });
}

const startRun = async (userId: string, projectId: string) =>
  (
    await db
      .insertInto('runs')
      .values({ kind: 'processing', projectId, userId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('the end of a run', () => {
  // product 30.1
  it('is an event for each webhook of its user that chose it', async () => {
    const edit = await openEditor(backend, app);
    const stranger = await createUser(backend);
    const hook = (userId: string, events: WebhookEvent[]) => createWebhook(backend, userId, { events });
    const [chosen, other, foreign, disabled] = [
      await hook(edit.user.id, ['run.ended']),
      await hook(edit.user.id, ['credits.low']),
      await hook(stranger.id, ['run.ended']),
      await hook(edit.user.id, ['run.ended']),
    ];
    await edit.call('PATCH', `/api/user/webhooks/${disabled.id}`, { enabled: false });
    const runId = await startRun(edit.user.id, edit.project.projectId);
    await backend.engine.cancel(runId, edit.user.id);
    await backend.engine.cancel(runId, edit.user.id);
    expect(await eventsOf(chosen.id)).toEqual([
      {
        type: 'run.ended',
        timestamp: expect.any(String),
        data: { run: expect.objectContaining({ id: runId, status: 'cancelled' }) },
      },
    ]);
    for (const { id } of [other, foreign, disabled]) expect(await eventsOf(id)).toEqual([]);
  });

  // product 30.1
  it('is followed by the event of its film', async () => {
    const edit = await openEditor(backend, app);
    const { id } = await createWebhook(backend, edit.user.id, { events: ['film.ready', 'run.ended'] });
    const { runId } = (await edit.call('POST', edit.path('/generate'), {})).json();
    await endGeneration(backend, runId);
    const [ready, ended] = await eventsOf(id);
    expect(ready!.data).toMatchObject({ projectId: edit.project.projectId, language: 'en', runId });
    expect(ended!.data).toMatchObject({ run: { id: runId, kind: 'generation', status: 'completed' } });
  });

  it('leaves no event if its transaction is rolled back', async () => {
    const edit = await openEditor(backend, app);
    const { id } = await createWebhook(backend, edit.user.id);
    await db
      .transaction()
      .execute(async (trx) => {
        await recordCreditsTaken(trx, edit.user.id, { taken: 1, left: 4 });
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is not sent to a webhook with too many pending events', async () => {
    const edit = await openEditor(backend, app);
    const { id } = await createWebhook(backend, edit.user.id, { events: ['run.ended'] });
    await sql`INSERT INTO webhook_deliveries (webhook_id, event_id, type, payload)
      SELECT ${id}, 'msg_' || n, 'run.ended', '{}' FROM generate_series(1, 5000) AS n`.execute(db);
    const runId = await startRun(edit.user.id, edit.project.projectId);
    await backend.engine.cancel(runId, edit.user.id);
    const { count } = await db
      .selectFrom('webhookDeliveries')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('webhookId', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(5000);
  });
});

describe('a falling balance', () => {
  // product 30.1
  it('is an event once, when it falls below five credits', async () => {
    const user = await createUser(backend, { packs: [7] });
    const { id } = await createWebhook(backend, user.id, { events: ['credits.low'] });
    for (let count = 0; count < 6; count += 1)
      await db.transaction().execute((trx) => takeCredit(trx, user.id));
    expect((await eventsOf(id)).map(({ data }) => data)).toEqual([{ totalCredits: 4 }]);
  });

  it('is an event when a refund takes credits', async () => {
    const user = await createUser(backend, { packs: [10] });
    const { id } = await createWebhook(backend, user.id, { events: ['credits.low'] });
    const pack = await db
      .selectFrom('creditPacks')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    const purchase = await db
      .insertInto('purchases')
      .values({
        userId: user.id,
        provider: 'test',
        providerRef: randomUUID(),
        packSize: 10,
        amountCents: 1000,
        refundedCents: 800,
        state: 'completed',
        packId: pack.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => settleCredits(trx, purchase.id, 'refund'));
    expect((await eventsOf(id)).map(({ data }) => data)).toEqual([{ totalCredits: 2 }]);
  });
});
