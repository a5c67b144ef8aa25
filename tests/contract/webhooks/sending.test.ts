import { Webhook as Receiver } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createGuard } from '#core/guard/guard.ts';
import { createWebhookSender } from '#core/webhooks/sender.ts';
import type { Fault, Received } from '../../helpers/outside/fake-server.ts';
import { inDays, openReceiver } from '../../helpers/webhooks/receiver.ts';

const { backend, receiver, inside, nothing, sender, impatient, sendAll, createHook } = await openReceiver();
const second = createWebhookSender(backend);

const headersOf = ({ headers }: Received) => headers as Record<string, string>;
describe('a delivery', () => {
  // product 30.3
  it('is one signed POST of the event', async () => {
    const hook = await createHook();
    await hook.insert('msg_1');
    await sendAll();
    const [request, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?token=1',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'user-agent': 'Cutroom' },
    });
    expect(new Receiver(hook.secret).verify(request!.body, headersOf(request!))).toEqual({
      type: 'run.ended',
    });
    expect(await hook.deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1, responseStatus: 204, error: null, nextAttemptAt: null },
    ]);
  });

  // product 30.4
  it('is signed by the old secret too for a day after a rotation', async () => {
    const hook = await createHook();
    const { secret } = (await hook.call('POST', '/secret')).json();
    const verify = async (key: string) => {
      await hook.insert();
      await sendAll();
      const request = receiver.received.at(-1)!;
      return new Receiver(key).verify(request.body, headersOf(request));
    };
    expect(await verify(hook.secret)).toEqual({ type: 'run.ended' });
    expect(await verify(secret)).toEqual({ type: 'run.ended' });
    await hook.set({ oldSecretUntil: inDays(-1) });
    await expect(verify(hook.secret)).rejects.toThrow('No matching signature found');
    expect(await verify(secret)).toEqual({ type: 'run.ended' });
  });

  const FAILURES: [how: string, fault: Fault, status: number | null, error: string][] = [
    ['fails', { status: 500, body: 'broken' }, 500, 'The receiver responded with the status 500.'],
    ['is slow', 'hang', null, 'The receiver did not respond within 2 s.'],
    [
      'redirects',
      { status: 307, headers: { location: inside.url }, body: '' },
      307,
      'The receiver redirects to another address. Redirects are not followed.',
    ],
  ];
  // product 30.5
  it.each(FAILURES)('is retried with the same ID when the receiver %s', async (_, fault, status, error) => {
    const hook = await createHook();
    await hook.insert('msg_same');
    receiver.failNext(fault);
    await sendAll(fault === 'hang' ? impatient : sender);
    const failed = await hook.newest();
    expect(failed).toMatchObject({ state: 'pending', attempts: 1, responseStatus: status, error });
    const delay = Date.parse(failed.nextAttemptAt!) - Date.parse(failed.lastAttemptAt!);
    expect(delay).toBeGreaterThan(4000);
    expect(await hook.read()).toMatchObject({ failingSince: expect.any(String), disabled: null });
    await sendAll();
    expect(receiver.received).toHaveLength(1);
    await hook.wait();
    await sendAll();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_same', 'msg_same']);
    expect(await hook.newest()).toMatchObject({ state: 'delivered', attempts: 2, error: null });
    expect(await hook.read()).toMatchObject({ failingSince: null });
    expect(inside.received).toEqual([]);
  });

  it.each(['cut', 'trickle'] as const)(
    'succeeds with the status of a response whose body does not end (%s)',
    async (fault) => {
      const hook = await createHook();
      await hook.insert();
      receiver.failNext(fault);
      await sendAll(impatient);
      expect(await hook.newest()).toMatchObject({ state: 'delivered', responseStatus: 200 });
    },
  );

  it('waits as long as a busy receiver asks', async () => {
    const hook = await createHook();
    await hook.insert();
    receiver.failNext({ status: 429, headers: { 'retry-after': '600' }, body: '' });
    await sendAll();
    const { nextAttemptAt } = await hook.newest();
    expect(Date.parse(nextAttemptAt!) - Date.now()).toBeGreaterThan(590_000);
  });

  // product 30.6
  it.each([
    ['an address of this machine', inside.url, undefined],
    ['a name of this machine', 'http://localhost/', undefined],
    ['a name that resolves to a private address', 'https://rebound.example.com/', '10.0.0.5'],
  ])('never connects to %s', async (_, url, address) => {
    const hook = await createHook(url);
    await hook.insert();
    const { port } = new URL(inside.url);
    const rules = { ports: [80, 443, Number(port)], hosts: [], aliases: [] };
    const guard = address ? createGuard(rules, async () => [{ address, family: 4 }]) : createGuard(rules);
    const config = { ...backend.config, webhooks: { rules, httpsOnly: false } };
    await sendAll(createWebhookSender({ ...backend, config }, { guard }));
    expect(await hook.newest()).toMatchObject({
      state: 'pending',
      responseStatus: null,
      error: 'This address cannot be reached from here.',
    });
    expect(inside.received).toEqual([]);
  });

  it('fails when no one listens at the address', async () => {
    const hook = await createHook(nothing);
    await hook.insert();
    await sendAll();
    expect((await hook.newest()).error).toBe('The site at this address does not respond.');
  });

  // product 30.5
  it('is sent once, however many nodes send', async () => {
    const hooks = await Promise.all(Array.from({ length: 4 }, () => createHook()));
    const ids = await Promise.all(
      hooks.flatMap((hook, index) =>
        Array.from({ length: 5 }, async (_, place) => {
          await hook.insert(`msg_${index}_${place}`);
          return `msg_${index}_${place}`;
        }),
      ),
    );
    await Promise.all([sendAll(), sendAll(second), sendAll(), sendAll(second)]);
    await sendAll();
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(ids.toSorted());
  });

  // product 30.5
  it('is sent again after its process was killed', async () => {
    const hook = await createHook();
    await hook.insert('msg_lost');
    await hook.set({ busyUntil: inDays(1) });
    await sendAll();
    expect(receiver.received).toEqual([]);
    await hook.set({ busyUntil: inDays(-1) });
    await sendAll();
    expect(await hook.newest()).toMatchObject({ state: 'delivered' });
  });

  it('is due again when its process stops', async () => {
    const hook = await createHook();
    await hook.insert();
    receiver.failNext('hang');
    const stopping = createWebhookSender(backend);
    await stopping.sendDue();
    await expect.poll(() => receiver.received.length).toBe(1);
    await stopping.stop();
    expect(await hook.newest()).toMatchObject({ state: 'pending', error: null });
    await sendAll();
    expect(await hook.newest()).toMatchObject({ state: 'delivered', attempts: 2 });
    await stopping.sendDue();
  });

  it('waits while its user is suspended', async () => {
    const hook = await createHook();
    await hook.insert();
    const suspend = (suspendedAt: Date | null) =>
      backend.db.updateTable('users').set({ suspendedAt }).where('id', '=', hook.user.id).execute();
    await suspend(new Date());
    await sendAll();
    expect(receiver.received).toEqual([]);
    await suspend(null);
    await sendAll();
    expect(receiver.received).toHaveLength(1);
  });
});
