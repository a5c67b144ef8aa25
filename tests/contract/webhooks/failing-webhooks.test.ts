import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteSpent } from '#core/repositories/retention/rows.ts';
import { MAX_TRIES } from '#core/webhooks/back-off.ts';
import { inDays, openReceiver } from '../../helpers/webhooks/receiver.ts';

const { backend, receiver, sendAll, createHook } = await openReceiver();
const { db } = backend;

const mailsOf = (userId: string) => db.selectFrom('mails').selectAll().where('userId', '=', userId).execute();

describe('sending again', () => {
  // product 30.7
  it('repeats a delivery with the same ID, in any state', async () => {
    const hook = await createHook();
    await hook.insert('msg_again');
    await sendAll();
    const { id } = await hook.newest();
    const answer = await hook.call('POST', `/deliveries/${id}/resend`);
    expect(answer.json()).toMatchObject({ id, state: 'pending', eventId: 'msg_again' });
    await sendAll();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_again', 'msg_again']);
    expect(await hook.newest()).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('is refused for an unknown delivery and for a disabled webhook', async () => {
    const [hook, other] = [await createHook(), await createHook()];
    await hook.insert();
    await other.insert();
    await sendAll();
    const { id } = await hook.newest();
    expect((await other.call('POST', `/deliveries/${id}/resend`)).statusCode).toBe(404);
    await hook.call('PATCH', '', { enabled: false });
    expect((await hook.call('POST', `/deliveries/${id}/resend`)).json()).toMatchObject({
      code: 'conflict',
      message: 'This webhook is disabled. Enable it first.',
    });
    expect((await hook.call('POST', '/test')).statusCode).toBe(409);
  });

  // product 30.7
  it('sends a test event once, which does not count as a failure', async () => {
    const hook = await createHook();
    receiver.failNext({ status: 500, body: '' });
    expect((await hook.call('POST', '/test')).json()).toMatchObject({
      type: 'webhook.test',
      state: 'pending',
    });
    await sendAll();
    const { type, data } = JSON.parse(receiver.received[0]!.body.toString());
    expect([type, data]).toEqual(['webhook.test', {}]);
    expect(await hook.newest()).toMatchObject({ state: 'failed', attempts: 1, responseStatus: 500 });
    expect(await hook.read()).toMatchObject({ failingSince: null });
  });
});

describe('a webhook that fails', () => {
  // product 30.8
  it('stays enabled when one delivery has failed for a day', async () => {
    const hook = await createHook();
    await hook.insert();
    receiver.failAlways({ status: 500, body: '' });
    await hook.exhaust();
    expect(await hook.newest()).toMatchObject({ state: 'failed', attempts: MAX_TRIES });
    expect(await hook.read()).toMatchObject({ disabled: null });
  });

  // product 30.8
  it('is disabled when deliveries have failed for five days, and its owner gets one mail', async () => {
    const hook = await createHook();
    receiver.failAlways({ status: 500, body: '' });
    await hook.insert();
    await hook.exhaust();
    await hook.set({ failingSince: inDays(-5) });
    await hook.insert();
    await sendAll();
    expect(await hook.read()).toMatchObject({ disabled: null });
    await hook.insert();
    await hook.exhaust();
    expect(await hook.read()).toMatchObject({ disabled: { reason: 'failing' } });
    expect((await hook.deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const [mail, ...others] = await mailsOf(hook.user.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: hook.user.email, subject: 'Your webhook was disabled' });
    expect(mail!.body).toContain(`${receiver.url}/hook.`);
    expect(mail!.body).not.toContain('token');
    const { length } = receiver.received;
    await hook.wait();
    await sendAll();
    expect(receiver.received).toHaveLength(length);
  });

  // product 30.8
  it('is disabled immediately when its receiver is gone', async () => {
    const hook = await createHook();
    await hook.insert();
    await hook.insert();
    receiver.failAlways({ status: 410, body: '' });
    await sendAll();
    expect(receiver.received).toHaveLength(1);
    expect(await hook.read()).toMatchObject({ disabled: { reason: 'gone' } });
    expect((await hook.deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await mailsOf(hook.user.id))[0]!.body).toContain('status 410');
  });

  it('sends no mail to an owner who switched mails off', async () => {
    const hook = await createHook();
    await hook.insert();
    await db
      .updateTable('userSettings')
      .set({ emailNotifications: false })
      .where('userId', '=', hook.user.id)
      .execute();
    receiver.failAlways({ status: 410, body: '' });
    await sendAll();
    expect(await mailsOf(hook.user.id)).toEqual([]);
  });

  it('works again after it was enabled', async () => {
    const hook = await createHook();
    await hook.set({ failingSince: inDays(-9) });
    await hook.call('PATCH', '', { enabled: false });
    expect((await hook.call('PATCH', '', { enabled: true })).json()).toMatchObject({
      disabled: null,
      failingSince: null,
    });
    await hook.insert();
    await sendAll();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the retention of deliveries', () => {
  it('deletes those older than 30 days, and ended ones beyond the newest thousand', async () => {
    const hook = await createHook();
    await sql`INSERT INTO webhook_deliveries (webhook_id, event_id, type, payload, state, created_at)
      SELECT ${hook.id}, 'msg_' || n, 'run.ended', '{}',
        CASE WHEN n = 1003 THEN 'pending' ELSE 'delivered' END,
        now() - CASE WHEN n = 1004 THEN interval '31 days' ELSE n * interval '1 minute' END
      FROM generate_series(1, 1004) AS n`.execute(db);
    await db.transaction().execute((trx) => deleteSpent(trx, 'webhook_deliveries', []));
    const left = await db
      .selectFrom('webhookDeliveries')
      .select('eventId')
      .where('webhookId', '=', hook.id)
      .orderBy('createdAt')
      .execute();
    const goneIds = ['msg_1001', 'msg_1002', 'msg_1004'];
    expect(left).toHaveLength(1004 - goneIds.length);
    expect(left.filter(({ eventId }) => goneIds.includes(eventId))).toEqual([]);
    expect(left[0]!.eventId).toBe('msg_1003');
  });
});
