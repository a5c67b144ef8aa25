import { describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { MAX_WEBHOOKS, type Webhook, type WebhookSecret } from '#contract/webhooks.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend({ WEBHOOK_HOSTS: 'inside.test:9000' });
const app = await openTestApp(backend);
const production = await openTestBackend({
  CUTROOM_MODE: 'production',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
});
const productionApp = await openTestApp(production);
const { db } = backend;
const HOOKS = '/api/user/webhooks';
const ADDRESS = 'https://hooks.example.com/cutroom?token=1';

async function createOwner(on = backend, at = app) {
  const user = await createUser(on);
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    at.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) });
  const create = (input: object = {}) =>
    call('POST', HOOKS, { url: ADDRESS, events: ['run.ended'], ...input });
  const list = async () => (await call('GET', HOOKS)).json<Webhook[]>();
  return { ...user, call, create, list };
}

describe('a created webhook', () => {
  // product 30.2
  it('has its secret in that response alone, which is stored encrypted', async () => {
    const { create, list } = await createOwner();
    const answer = await create();
    const { secret, ...described } = answer.json<WebhookSecret>();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(described).toMatchObject({
      url: ADDRESS,
      events: ['run.ended'],
      disabled: null,
      failingSince: null,
    });
    expect(secret).toMatch(/^whsec_/);
    expect(await list()).toEqual([described]);
    const row = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', described.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret.slice(6, 20));
  });

  // product 30.6
  it.each([
    [{ events: [] }, 400],
    [{ events: ['run.ended', 'run.ended'] }, 400],
    [{ events: ['run.started'] }, 400],
    [{ url: '' }, 400],
    [{ url: `https://example.com/${'x'.repeat(2000)}` }, 400],
    [{ url: 'https://example.com/\0' }, 400],
    [{ secret: 'whsec_own' }, 400],
    [{ url: 'no address' }, 422],
    [{ url: 'ftp://example.com/' }, 422],
    [{ url: 'https://me:password@example.com/' }, 422],
    [{ url: 'https://example.com:8443/' }, 422],
    [{ url: 'http://127.0.0.1/' }, 422],
    [{ url: 'https://[::1]/' }, 422],
    [{ url: 'https://169.254.169.254/latest' }, 422],
    [{ url: 'https://0x7f000001/' }, 422],
  ])('is refused with %j', async (input, status) => {
    const { create, list } = await createOwner();
    expect((await create(input)).statusCode).toBe(status);
    expect(await list()).toEqual([]);
  });

  // product 30.6
  it('may lead to a private host that the operator allows', async () => {
    const { create } = await createOwner();
    expect((await create({ url: 'http://inside.test:9000/' })).statusCode).toBe(200);
    expect((await create({ url: 'http://inside.test:9001/' })).statusCode).toBe(422);
  });

  // product 30.6
  it('must lead to an https: address in production', async () => {
    const { create } = await createOwner(production, productionApp);
    expect((await create({ url: 'http://hooks.example.com/' })).json()).toMatchObject({
      code: 'unprocessable',
      message: 'Only https: addresses are accepted.',
    });
    expect((await create()).statusCode).toBe(200);
  });

  // product 30.1
  it('is refused over the limit of an account, also concurrently', async () => {
    const { create, list } = await createOwner();
    const answers = await Promise.all(Array.from({ length: MAX_WEBHOOKS + 3 }, () => create()));
    const refused = answers.filter(({ statusCode }) => statusCode === 422);
    expect([refused.length, (await list()).length]).toEqual([3, MAX_WEBHOOKS]);
    expect(refused[0]!.json().message).toBe(
      'An account can have up to 5 webhooks. Delete one that you no longer use.',
    );
  });
});

describe('a webhook of the account', () => {
  it('is changed, disabled, enabled and deleted', async () => {
    const { create, call, list } = await createOwner();
    const { id } = (await create()).json<WebhookSecret>();
    const change = async (changes: object) => (await call('PATCH', `${HOOKS}/${id}`, changes)).json();
    expect(await change({ events: ['film.ready', 'credits.low'] })).toMatchObject({
      url: ADDRESS,
      events: ['film.ready', 'credits.low'],
    });
    expect(await change({ url: 'https://other.example.com' })).toMatchObject({
      url: 'https://other.example.com/',
      events: ['film.ready', 'credits.low'],
    });
    const disabled = await change({ enabled: false });
    expect(disabled).toMatchObject({ disabled: { reason: 'owner', at: expect.any(String) } });
    expect(await change({ enabled: false })).toEqual(disabled);
    expect(await change({ enabled: true })).toMatchObject({ disabled: null });
    expect((await call('PATCH', `${HOOKS}/${id}`, {})).statusCode).toBe(400);
    expect((await call('PATCH', `${HOOKS}/${id}`, { url: 'http://127.0.0.1' })).statusCode).toBe(422);
    expect((await call('DELETE', `${HOOKS}/${id}`)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call('DELETE', `${HOOKS}/${id}`)).statusCode).toBe(404);
  });

  // product 30.4
  it('gets a new secret, and reports until when the old one signs too', async () => {
    const { create, call, list } = await createOwner();
    const { id, secret } = (await create()).json<WebhookSecret>();
    const answer = await call('POST', `${HOOKS}/${id}/secret`);
    const rotated = answer.json<WebhookSecret>();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const hours = (Date.parse(rotated.oldSecretUntil!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const { secret: _secret, ...described } = rotated;
    expect(await list()).toEqual([described]);
  });

  it('is exported without its secret, and not imported', async () => {
    const { create, call } = await createOwner();
    const { secret } = (await create()).json<WebhookSecret>();
    const { body } = await call('GET', '/api/user/export');
    expect(exportSchema.parse(JSON.parse(body)).webhooks).toMatchObject([
      { url: ADDRESS, events: ['run.ended'] },
    ]);
    expect(body).not.toContain(secret);
    const other = await createOwner();
    expect((await other.call('POST', '/api/user/import', JSON.parse(body) as object)).statusCode).toBe(200);
    expect(await other.list()).toEqual([]);
  });
});
