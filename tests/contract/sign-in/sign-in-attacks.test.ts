import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from 'kysely';
import { createSession } from '#core/repositories/account/sessions.ts';
import { type Answer, startFakeServer } from '../../helpers/outside/fake-server.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const PUBLIC_URL = 'https://studio.example';
const ISSUER = `${PUBLIC_URL}/standins/oidc`;
const CLIENT = 'cutroom-local';
const keys = await generateKeyPair('RS256', { extractable: true });
const others = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' };
let idToken = '';
let tokenAnswer: Answer | null = null;

const provider = await startFakeServer(({ path }) =>
  path.endsWith('/jwks')
    ? { body: { keys: [jwk] } }
    : (tokenAnswer ?? { body: { access_token: 'x', token_type: 'Bearer', id_token: idToken } }),
);

const backend = await openTestBackend({ STANDINS_URL: provider.url, PUBLIC_URL });
const app = await openTestApp(backend);
const SESSION = '__Host-cutroom';

/**
 * Starts a sign-in. Returns the browser's cookies, and the state and nonce that were sent to the provider.
 */
async function begin(cookies: Record<string, string> = {}) {
  const answer = await app.inject({ url: '/auth/google', cookies });
  const params = new URL(answer.headers.location!).searchParams;
  const own = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return {
    state: params.get('state')!,
    nonce: params.get('nonce')!,
    params,
    cookies: { ...cookies, ...own },
  };
}

const claims = (nonce: string): JWTPayload => ({ sub: 'ada', nonce, email: 'ada@example.com' });

/** Signs a token like the provider's, except for the changes. */
function sign(
  payload: JWTPayload,
  { issuer = ISSUER, audience = CLIENT, issued = 0, expires = 300, key = keys.privateKey, kid = 'ours' } = {},
) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now + issued)
    .setExpirationTime(now + expires)
    .sign(key);
}

const comeBack = (cookies: Record<string, string>, query: Record<string, string>) =>
  app.inject({ url: `/auth/google/callback?${new URLSearchParams(query)}`, cookies });

/** Returns the end of a sign-in, and whether it created a session. */
async function endOf(answer: ReturnType<typeof comeBack>) {
  const { statusCode, headers, cookies } = await answer;
  return [statusCode, headers.location, cookies.some(({ name, value }) => name === SESSION && value !== '')];
}

const REFUSED = [302, '/login-error', false];

describe('a sign-in', () => {
  it('opens a session over https with a cookie that no other page can set or read', async () => {
    const { cookies, state, nonce, params } = await begin();
    expect(params.get('code_challenge_method')).toBe('S256');
    idToken = await sign(claims(nonce));
    const answer = await comeBack(cookies, { code: 'x', state });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    const cookie = answer.cookies.find(({ name }) => name === SESSION)!;
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('domain');
    for (const name of Object.keys(cookies)) expect(name).toMatch(/^__Host-/);
    // The verifier was sent to the provider directly.
    const { body } = provider.received.find(({ path }) => path.endsWith('/token'))!;
    const asking = new URLSearchParams(String(body));
    expect(asking.get('code_verifier')).toBe(cookies['__Host-cutroom-verifier']);
    const user = await app.inject({ url: '/api/auth/user', cookies: { [SESSION]: cookie.value } });
    expect(user.json()).toMatchObject({ email: 'ada@example.com' });
    // The cookie name that plain HTTP uses has no effect here.
    expect((await app.inject({ url: '/api/auth/user', cookies: { cutroom: cookie.value } })).statusCode).toBe(
      401,
    );
  });

  it.each([-290, 290])('tolerates a clock that is off by %i s', async (issued) => {
    const { cookies, state, nonce } = await begin();
    idToken = await sign(claims(nonce), { issued, expires: issued + 60 });
    expect(await endOf(comeBack(cookies, { code: 'x', state }))).toEqual([302, '/', true]);
  });

  it('creates a new session, whatever cookie was set before', async () => {
    const planted = (await createUser(backend)).cookie.split('=')[1]!;
    const { cookies, state, nonce } = await begin({ [SESSION]: planted });
    idToken = await sign(claims(nonce));
    const fresh = (await comeBack(cookies, { code: 'x', state })).cookies.find(
      ({ name }) => name === SESSION,
    )!;
    expect(fresh.value).not.toBe(planted);
    expect(fresh.value).toMatch(/^[\w-]{43}$/);
  });

  it("ends the browser's previous session, and no other", async () => {
    const { id, cookie } = await createUser(backend);
    const had = cookie.split('=')[1]!;
    const { token: elsewhere } = await createSession(backend.db, id);
    const published = vi.spyOn(backend.bus, 'publish');
    onTestFinished(() => published.mockRestore());
    const { cookies, state, nonce } = await begin({ [SESSION]: had });
    idToken = await sign(claims(nonce));
    expect(await endOf(comeBack(cookies, { code: 'x', state }))).toEqual([302, '/', true]);
    const statusOf = async (value: string) =>
      (await app.inject({ url: '/api/auth/user', cookies: { [SESSION]: value } })).statusCode;
    expect([await statusOf(had), await statusOf(elsewhere)]).toEqual([401, 200]);
    // Its pages receive an event.
    expect(published).toHaveBeenCalledWith(id, 'session.ended', { sessionId: expect.any(String) });
  });

  const forgeries: [string, (nonce: string) => Promise<string> | string][] = [
    ['for somebody else', (nonce) => sign(claims(nonce), { audience: 'another-client' })],
    ['of another issuer', (nonce) => sign(claims(nonce), { issuer: 'https://evil.example' })],
    ['that has expired', (nonce) => sign(claims(nonce), { issued: -400, expires: -301 })],
    ['that is old', (nonce) => sign(claims(nonce), { issued: -1000 })],
    ['of the future', (nonce) => sign(claims(nonce), { issued: 1000, expires: 2000 })],
    ['signed by another key', (nonce) => sign(claims(nonce), { key: others.privateKey })],
    ['of an unknown key', (nonce) => sign(claims(nonce), { key: others.privateKey, kid: 'theirs' })],
    ['with another nonce', () => sign(claims('another'))],
    ['without a nonce', () => sign({ sub: 'ada' })],
    ['without a subject', (nonce) => sign({ nonce })],
    [
      'that is unsigned',
      (nonce) =>
        new UnsecuredJWT(claims(nonce))
          .setIssuer(ISSUER)
          .setAudience(CLIENT)
          .setIssuedAt()
          .setExpirationTime('5m')
          .encode(),
    ],
    [
      'signed with the public key as a secret',
      (nonce) =>
        new SignJWT(claims(nonce))
          .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
          .setIssuer(ISSUER)
          .setAudience(CLIENT)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(JSON.stringify(jwk))),
    ],
    [
      'with a changed text',
      async (nonce) =>
        (await sign(claims(nonce))).replace(
          /\.(.*?)\./,
          (_, body: string) =>
            `.${Buffer.from(Buffer.from(body, 'base64url').toString().replace('"ada"', '"eve"')).toString('base64url')}.`,
        ),
    ],
    ['that is malformed', () => 'not a token'],
    ['that is missing', () => ''],
  ];
  it.each(forgeries)('with a token %s ends on the login-error page', async (_, make) => {
    const { cookies, state, nonce } = await begin();
    idToken = await make(nonce);
    expect(await endOf(comeBack(cookies, { code: 'x', state }))).toEqual(REFUSED);
  });

  it('ends on the login-error page if the provider refuses it or sends an invalid response', async () => {
    const started = await begin();
    expect(
      await endOf(
        comeBack(started.cookies, {
          error: 'access_denied',
          error_description: '<script>',
          state: started.state,
        }),
      ),
    ).toEqual(REFUSED);
    const answers: Answer[] = [
      { status: 400, body: { error: 'invalid_grant' } },
      { status: 500, body: 'oops' },
      { body: 'not json' },
      { body: {} },
      { body: '{"id_token":{"a":1},"access_token":"x"}', headers: { 'content-type': 'application/json' } },
    ];
    for (const answer of answers) {
      const { cookies, state } = await begin();
      tokenAnswer = answer;
      expect(await endOf(comeBack(cookies, { code: 'x', state }))).toEqual(REFUSED);
    }
    tokenAnswer = null;
  });

  it('accepts a state once, in the browser that received it, for ten minutes', async () => {
    const used = await begin();
    idToken = await sign(claims(used.nonce));
    expect((await comeBack(used.cookies, { code: 'x', state: used.state })).headers.location).toBe('/');
    expect(await endOf(comeBack(used.cookies, { code: 'x', state: used.state }))).toEqual(REFUSED);

    const [mine, theirs] = await Promise.all([begin(), begin()]);
    idToken = await sign(claims(theirs.nonce));
    expect(await endOf(comeBack(mine.cookies, { code: 'x', state: theirs.state }))).toEqual(REFUSED);
    expect(await endOf(comeBack({}, { code: 'x', state: theirs.state }))).toEqual(REFUSED);
    // The failed attempt did not consume it.
    expect((await comeBack(theirs.cookies, { code: 'x', state: theirs.state })).headers.location).toBe('/');

    const late = await begin();
    await backend.db
      .updateTable('oauthStates')
      .set({ createdAt: sql`now() - interval '11 minutes'` })
      .execute();
    idToken = await sign(claims(late.nonce));
    expect(await endOf(comeBack(late.cookies, { code: 'x', state: late.state }))).toEqual(REFUSED);

    const withoutCode = await begin();
    expect(await endOf(comeBack(withoutCode.cookies, { state: withoutCode.state }))).toEqual(REFUSED);
    for (const state of ['', 'a'.repeat(10_000), '\0', 'x&state=y']) {
      const { cookies } = await begin();
      expect(
        await endOf(comeBack({ ...cookies, '__Host-cutroom-sign-in': state }, { code: 'x', state })),
      ).toEqual(REFUSED);
    }
  });
});
