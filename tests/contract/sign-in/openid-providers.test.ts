import { randomPort } from '../../../bin/lib/ports.mjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { createUser } from '../../helpers/data/user.ts';
import { CLIENT, startOpenIdProvider } from '../../helpers/outside/open-id-provider.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const TENANT = '11111111-2222-3333-4444-555555555555';
const ADA = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };
const REFUSED = '/login-error?with=oidc';

type Provider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** Opens an installation that uses this issuer, and signs in to it by the provider. */
async function openInstallation(issuer: string, extra: Record<string, string> = {}) {
  const backend = await openTestBackend({ PUBLIC_URL, OIDC_ISSUER: issuer, ...CLIENT, ...extra });
  const app = await openTestApp(backend);

  async function begin() {
    const answer = await app.inject('/auth/oidc');
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    return { location: answer.headers.location!, cookies };
  }

  /** Returns the path of the callback, with the cookies of the browser that began. */
  async function toCallback(provider: Provider) {
    const { location, cookies } = await begin();
    const browser = new CookieBrowser(provider.origin);
    const back = await browser.goOn(`${PUBLIC_URL}/auth/oidc/callback`, location);
    return { path: back.pathname + back.search, cookies };
  }

  async function end({ path, cookies }: { path: string; cookies: Record<string, string> }) {
    const { headers, cookies: set } = await app.inject({ url: path, cookies });
    const session = set.find(({ name, value }) => name === 'cutroom' && value !== '')?.value;
    return { location: headers.location, session };
  }

  async function signIn(provider: Provider) {
    const { location, session } = await end(await toCallback(provider));
    expect(location).toBe('/');
    return (await app.inject({ url: '/api/auth/user', cookies: { cutroom: session! } })).json();
  }

  return { backend, app, begin, toCallback, end, signIn };
}

describe('an OpenID provider', () => {
  // product 28.1
  it.each(
    casesOfTier([
      { name: 'Keycloak, configured with a slash', path: '/realms/studio', typed: '/realms/studio/' },
      {
        name: 'Keycloak, configured by its document',
        path: '/realms/studio',
        typed: '/realms/studio/.well-known/openid-configuration',
      },
      {
        name: 'Authentik, configured without its slash',
        path: '/application/o/studio/',
        typed: '/application/o/studio',
      },
    ]),
  )('signs in the same person as the same user: $name', async ({ path, typed }) => {
    const provider = await startOpenIdProvider({ path, publicUrl: PUBLIC_URL });
    provider.person.claims = ADA;
    const { signIn } = await openInstallation(provider.origin + typed);
    const first = await signIn(provider);
    expect(first).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' });
    expect(await signIn(provider)).toEqual(first);
  });

  // product 28.1
  itInFullTier('reads claims from the userinfo endpoint if the ID token lacks them', async () => {
    const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL, sparseTokens: true });
    provider.person.claims = ADA;
    const { signIn } = await openInstallation(provider.issuer);
    expect(await signIn(provider)).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' });
  });

  // product 28.1
  itInFullTier('accepts each organisation of Entra under its own issuer', async () => {
    const provider = await startOpenIdProvider({
      path: `/${TENANT}/v2.0`,
      publicUrl: PUBLIC_URL,
      sharedPath: '/organizations/v2.0',
      sharedIssuer: '/{tenantid}/v2.0',
    });
    // Entra states no verification, and a work account may have no address.
    provider.person.claims = { sub: 'ada', name: 'Ada Lovelace', preferred_username: 'ada@contoso.example' };
    const { backend, signIn } = await openInstallation(`${provider.origin}/organizations/v2.0`);
    expect(await signIn(provider)).toMatchObject({ firstName: 'Ada', email: 'ada@contoso.example' });
    const rows = await backend.db.selectFrom('identities').select(['issuer', 'subject']).execute();
    expect(rows).toEqual([{ issuer: provider.issuer, subject: 'ada' }]);
  });

  // product 28.2
  it('never signs in to the account of another provider with the same e-mail address', async () => {
    const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL });
    const { backend, signIn } = await openInstallation(provider.issuer);
    const { id, email } = await createUser(backend);
    provider.person.claims = { sub: 'mallory', email, email_verified: true };
    expect((await signIn(provider)).id).not.toBe(id);
  });

  // product 28.3
  itInFullTier('may start after this server, and ends on the login-error page while it is down', async () => {
    const port = await randomPort();
    const { begin, signIn } = await openInstallation(`http://127.0.0.1:${port}`);
    expect((await begin()).location).toBe(REFUSED);
    const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL, port });
    provider.person.claims = ADA;
    expect(await signIn(provider)).toMatchObject({ email: 'ada@example.com' });
  });

  it('is refused if its document names another issuer', async () => {
    const provider = await startOpenIdProvider({
      publicUrl: PUBLIC_URL,
      sharedPath: '/mine',
      sharedIssuer: '/theirs',
    });
    const { begin } = await openInstallation(`${provider.origin}/mine`);
    expect((await begin()).location).toBe(REFUSED);
  });
});

describe('a response of an OpenID provider', async () => {
  const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL });
  provider.person.claims = ADA;
  const { backend, app, toCallback, end } = await openInstallation(provider.issuer, {
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  });

  it('is accepted once, and only in the browser that began', async () => {
    const used = await toCallback(provider);
    expect((await end({ ...used, cookies: {} })).location).toBe(REFUSED);
    expect((await end(used)).location).toBe('/');
    expect(await end(used)).toEqual({ location: REFUSED, session: undefined });
  });

  it('is refused with a code that was used in another sign-in', async () => {
    const used = await toCallback(provider);
    expect((await end(used)).location).toBe('/');
    const code = new URLSearchParams(used.path.split('?')[1]).get('code')!;
    const { path, cookies } = await toCallback(provider);
    const replayed = path.replace(/code=[^&]+/, `code=${code}`);
    expect(await end({ path: replayed, cookies })).toEqual({ location: REFUSED, session: undefined });
  });

  it('is refused at the callback of another provider', async () => {
    const { path, cookies } = await toCallback(provider);
    const elsewhere = path.replace('/auth/oidc/', '/auth/google/');
    expect(await end({ path: elsewhere, cookies })).toEqual({ location: '/login-error', session: undefined });
  });

  it.each([
    ['another nonce', (path: string) => path, { nonce: 'another' }],
    [
      'the issuer of another provider',
      (path: string) => path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
      {},
    ],
    ['a code twice', (path: string) => `${path}&code=x`, {}],
    ['a refusal beside its code', (path: string) => `${path}&error=access_denied`, {}],
  ])('is refused with %s', async (_, change, state) => {
    const { path, cookies } = await toCallback(provider);
    if ('nonce' in state) await backend.db.updateTable('oauthStates').set(state).execute();
    expect(await end({ path: change(path), cookies })).toEqual({ location: REFUSED, session: undefined });
  });

  // product 28.4
  it('offers both providers if two are configured, and opens neither by itself', async () => {
    const { signIn } = (await app.inject('/api/config')).json();
    expect(signIn.providers).toEqual([
      { id: 'google', name: 'Google' },
      { id: 'oidc', name: '127.0.0.1' },
    ]);
    expect((await app.inject('/api/login')).headers.location).toBe('/sign-in');
    expect((await app.inject('/auth/google')).headers.location).toMatch(/^https:\/\/accounts\.google\.com\//);
  });
});

describe('an installation without Google', () => {
  // product 28.4
  it('opens its only provider from every sign-in', async () => {
    const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL });
    onTestFinished(provider.close);
    const { app } = await openInstallation(provider.issuer);
    expect((await app.inject('/api/login')).headers.location).toContain(`${provider.issuer}/auth?`);
    expect((await app.inject('/auth/google')).headers.location).toBe('/sign-in');
  });
});
