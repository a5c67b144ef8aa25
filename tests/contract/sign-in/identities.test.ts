import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { createUser } from '../../helpers/data/user.ts';
import { CLIENT, startOpenIdProvider } from '../../helpers/outside/open-id-provider.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const PUBLIC_URL = 'http://studio.test';
const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL });
const backend = await openTestBackend({
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  OIDC_NAME: 'Studio',
  ...CLIENT,
});
const app = await openTestApp(backend);
type Cookies = Record<string, string>;

const sessionOf = ({ cookie }: { cookie: string }): Cookies => ({ cutroom: cookie.split('=')[1]! });

/** Starts a sign-in, or with `adds` the addition to an account. Returns the callback and the cookies. */
async function toCallback(subject: string, session: Cookies, adds = true) {
  provider.person.claims = { sub: subject, email: `${subject}@studio.example`, email_verified: true };
  const started = adds
    ? await app.inject({
        method: 'POST',
        url: '/api/user/identities',
        payload: { provider: 'oidc' },
        cookies: session,
      })
    : await app.inject('/auth/oidc');
  const own = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
  const page = adds ? started.json().url : started.headers.location!;
  const back = await new CookieBrowser(provider.origin).goOn(`${PUBLIC_URL}/auth/oidc/callback`, page);
  return { path: back.pathname + back.search, cookies: { ...session, ...own } };
}

async function end({ path, cookies }: { path: string; cookies: Cookies }) {
  const { headers, cookies: set } = await app.inject({ url: path, cookies });
  const session = set.find(({ name, value }) => name === 'cutroom' && value !== '')?.value;
  return { location: headers.location, session };
}

const identitiesOf = async (session: Cookies) =>
  (await app.inject({ url: '/api/user/identities', cookies: session })).json();
const remove = (id: string, session: Cookies) =>
  app.inject({ method: 'DELETE', url: `/api/user/identities/${id}`, cookies: session });

describe('a second provider', () => {
  // product 28.12
  it('is added by a signed-in user, and then signs in to the same account', async () => {
    const person = await createUser(backend);
    const session = sessionOf(person);
    expect(await end(await toCallback('second', session))).toEqual({
      location: '/settings?sign_in=added',
      session: undefined,
    });
    expect(await identitiesOf(session)).toMatchObject([
      { provider: 'test', email: person.email },
      { provider: 'Studio', email: 'second@studio.example' },
    ]);
    const signedIn = await end(await toCallback('second', {}, false));
    const { id, email } = (
      await app.inject({ url: '/api/auth/user', cookies: { cutroom: signedIn.session! } })
    ).json();
    // The address of the account stays that of its first provider.
    expect([id, email]).toEqual([person.id, person.email]);
  });

  // product 28.12
  it('stays with its account if another user adds it', async () => {
    const [owner, other] = [await createUser(backend), await createUser(backend)];
    await end(await toCallback('contested', sessionOf(owner)));
    expect((await end(await toCallback('contested', sessionOf(other)))).location).toBe(
      '/settings?sign_in=taken',
    );
    expect(await identitiesOf(sessionOf(other))).toHaveLength(1);
  });

  // product 28.12
  it('is not added for another user than the one who began, or for none', async () => {
    const [mallory, victim] = [await createUser(backend), await createUser(backend)];
    for (const session of [sessionOf(victim), {}]) {
      const { path, cookies } = await toCallback(randomUUID(), sessionOf(mallory));
      const own = Object.entries(cookies).filter(([name]) => name !== 'cutroom');
      expect(await end({ path, cookies: { ...Object.fromEntries(own), ...session } })).toEqual({
        location: '/login-error?with=oidc',
        session: undefined,
      });
    }
    expect(await identitiesOf(sessionOf(victim))).toHaveLength(1);
  });

  // product 28.12
  it('is removed only by its user, and the last one stays', async () => {
    const [person, other] = [await createUser(backend), await createUser(backend)];
    const session = sessionOf(person);
    const [first] = await identitiesOf(session);
    expect((await remove(first.id, session)).json()).toMatchObject({
      code: 'conflict',
      message: 'This is your only way to sign in. Add another one first.',
    });
    await end(await toCallback('removable', session));
    expect((await remove(first.id, sessionOf(other))).statusCode).toBe(404);
    const [, second] = await identitiesOf(session);
    // Two concurrent requests do not remove both.
    const statuses = await Promise.all([remove(first.id, session), remove(second.id, session)]);
    expect(statuses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    expect(await identitiesOf(session)).toHaveLength(1);
  });
});
