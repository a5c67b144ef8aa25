import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSession } from '#core/repositories/account/sessions.ts';
import { createSecretBox } from '#core/lib/secret-box.ts';
import { deleteAccount } from '../../../server/services/account/delete-account.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const PUBLIC_URL = 'http://studio.test';
const standIn = await startChannelStandIn(PUBLIC_URL);
const backend = await openTestBackend({ PUBLIC_URL, STANDINS_URL: standIn.url });
const app = await openTestApp(backend);
const { db } = backend;

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie?: string) =>
  app.inject({ method, url, headers: { ...(cookie && { cookie }) } });
const begin = async (cookie: string): Promise<string> =>
  (await send('POST', '/api/youtube/auth', cookie)).json().authUrl;
/** Returns the target of the redirect back to the product. */
async function comeBack(query: Record<string, string>, cookie?: string): Promise<string> {
  const answer = await send('GET', `/api/youtube/callback?${new URLSearchParams(query)}`, cookie);
  expect(answer.statusCode).toBe(302);
  return answer.headers.location!.replace('/settings?youtube_', '');
}
const nameOf = async (cookie: string) =>
  (await send('GET', '/api/auth/user', cookie)).json().youtubeChannelName;
const allow = { answer: 'allow', channel: 'Workshop' };

async function allowed(cookie: string) {
  const back = await standIn.consent(await begin(cookie), allow);
  return Object.fromEntries(back.searchParams) as { code: string; state: string };
}

describe('a channel', () => {
  it('is connected by consent, once, and its tokens are not readable', async () => {
    const { id, cookie } = await createUser(backend);
    expect(await nameOf(cookie)).toBeNull();
    const consentUrl = new URL(await begin(cookie));
    expect(Object.fromEntries(consentUrl.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      redirect_uri: `${PUBLIC_URL}/api/youtube/callback`,
    });
    expect(await comeBack(await allowed(cookie), cookie)).toBe('success=true');
    expect(await nameOf(cookie)).toBe('Workshop');
    expect((await send('POST', '/api/youtube/auth', cookie)).json()).toEqual({ connected: true });

    const { rows } = await sql<{ row: string }>`SELECT to_jsonb(c)::text AS row FROM youtube_channels c
      WHERE user_id = ${id}`.execute(db);
    expect(rows[0]!.row).not.toMatch(/1\/\/|ya29/);
    const exported = await send('GET', '/api/user/export', cookie);
    expect(exported.body).not.toMatch(/refresh|ya29/);
  });

  it('is disconnected and its tokens are revoked; it stays while Google is unavailable', async () => {
    const { cookie } = await createUser(backend);
    await connectChannel(app, standIn, cookie);
    const before = (await standIn.report()).revoked;
    await standIn.tell({ failures: [{ on: 'revoke', status: 503 }] });
    expect((await send('DELETE', '/api/youtube/auth', cookie)).statusCode).toBe(503);
    expect(await nameOf(cookie)).toBe('Workshop');
    expect((await send('DELETE', '/api/youtube/auth', cookie)).statusCode).toBe(204);
    expect([await nameOf(cookie), (await standIn.report()).revoked]).toEqual([null, before + 1]);
    // Disconnecting without a connection is not an error.
    expect((await send('DELETE', '/api/youtube/auth', cookie)).statusCode).toBe(204);
  });

  it('is removed with its account, and its tokens are revoked if Google is available', async () => {
    const [first, second] = [await createUser(backend), await createUser(backend)];
    for (const { cookie } of [first, second]) await connectChannel(app, standIn, cookie);
    const before = (await standIn.report()).revoked;
    await deleteAccount({ ...backend, payments: null }, { userId: first.id }, first);
    expect((await standIn.report()).revoked).toBe(before + 1);
    await standIn.tell({ failures: [{ on: 'revoke', status: 500 }] });
    await deleteAccount({ ...backend, payments: null }, { userId: second.id }, second);
    expect(await db.selectFrom('users').select('id').where('id', '=', second.id).execute()).toEqual([]);
    const remainingChannels = db
      .selectFrom('youtubeChannels')
      .select('userId')
      .where('userId', 'in', [first.id, second.id]);
    expect(await remainingChannels.execute()).toEqual([]);
  });
});

describe('a failed return from the consent page', () => {
  it.each([
    ['cancel', 'error=not_allowed'],
    ['none', 'error=no_channel'],
  ])('after "%s" ends in settings', async (answer, end) => {
    const { cookie } = await createUser(backend);
    const back = await standIn.consent(await begin(cookie), { ...allow, answer });
    expect(await comeBack(Object.fromEntries(back.searchParams), cookie)).toBe(end);
    expect(await nameOf(cookie)).toBeNull();
  });

  it("ends there too if Google fails, or refuses the code as another user's", async () => {
    const { cookie } = await createUser(backend);
    for (const failure of [
      { on: 'token', status: 500 },
      { on: 'token', status: 400, reason: 'invalid_grant' },
      { on: 'channels', status: 403, reason: 'quotaExceeded' },
      { on: 'channels', status: 500 },
    ] as const) {
      const back = await allowed(cookie);
      await standIn.tell({ failures: [failure] });
      expect(await comeBack(back, cookie)).toBe('error=callback_failed');
    }
    // A code is worthless with the verifier of another consent.
    const [mine, other] = [await allowed(cookie), await allowed(cookie)];
    expect(await comeBack({ code: other.code, state: mine.state }, cookie)).toBe('error=callback_failed');
    const { state } = await allowed(cookie);
    expect(await comeBack({ state }, cookie)).toBe('error=missing_code');
    expect(await nameOf(cookie)).toBeNull();
  });

  it('accepts a state once, in the session that received it, for ten minutes', async () => {
    const { id, cookie } = await createUser(backend);
    const stranger = await createUser(backend);
    const back = await allowed(cookie);
    expect(await comeBack(back)).toBe('error=callback_failed');
    expect(await comeBack(back, stranger.cookie)).toBe('error=callback_failed');
    const elsewhere = `cutroom=${(await createSession(db, id)).token}`;
    expect(await comeBack(back, elsewhere)).toBe('error=callback_failed');
    expect(await nameOf(stranger.cookie)).toBeNull();
    // The failed attempt did not consume it.
    expect(await comeBack(back, cookie)).toBe('success=true');
    expect(await comeBack(back, cookie)).toBe('error=callback_failed');

    const late = await allowed(stranger.cookie);
    await sql`UPDATE channel_consents SET created_at = now() - interval '11 minutes'`.execute(db);
    expect(await comeBack(late, stranger.cookie)).toBe('error=callback_failed');
  });

  it('survives any query parameters', async () => {
    const { cookie } = await createUser(backend);
    for (const query of [
      '',
      'code=x',
      'state=x',
      'code=a&code=b&state=c',
      'code[]=x',
      `code=${'x'.repeat(5000)}&state=%00`,
    ]) {
      const answer = await send('GET', `/api/youtube/callback?${query}`, cookie);
      expect([query.slice(0, 20), answer.statusCode]).toEqual([query.slice(0, 20), 302]);
      expect(answer.headers.location).toMatch(/^\/settings\?youtube_error=(missing_code|callback_failed)$/);
    }
    expect(await comeBack({ error: '<script>', state: 'x' }, cookie)).toBe('error=not_allowed');
  });
});

it('opens a sealed text only for its owner and with the secret it was sealed with', () => {
  const box = createSecretBox('a'.repeat(32), 'purpose');
  const sealed = box.seal('token', 'ada');
  expect(box.open(sealed, 'ada')).toBe('token');
  expect(box.seal('token', 'ada')).not.toBe(sealed);
  expect(box.open(sealed, 'eve')).toBeUndefined();
  expect(createSecretBox('b'.repeat(32), 'purpose').open(sealed, 'ada')).toBeUndefined();
  expect(createSecretBox('a'.repeat(32), 'another').open(sealed, 'ada')).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(box.open(changed.toString('base64url'), 'ada')).toBeUndefined();
  }
  expect(box.open('', 'ada')).toBeUndefined();
});

it('cannot be connected where there is no YouTube client', async () => {
  const own = await openTestBackend({
    CUTROOM_MODE: 'production',
    SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
  });
  const { cookie } = await createUser(own);
  const answer = await (
    await openTestApp(own)
  ).inject({ method: 'POST', url: '/api/youtube/auth', headers: { cookie } });
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    'This installation has no YouTube client, so no channel can be connected.',
  ]);
});
