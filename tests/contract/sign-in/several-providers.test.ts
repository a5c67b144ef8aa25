import { expect, it } from 'vitest';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { CLIENT, startOpenIdProvider } from '../../helpers/outside/open-id-provider.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const PUBLIC_URL = 'http://studio.test';
const TENANT = '11111111-2222-3333-4444-555555555555';
const keycloak = await startOpenIdProvider({ path: '/realms/studio', publicUrl: PUBLIC_URL });
const entra = await startOpenIdProvider({
  id: 'oidc2',
  path: `/${TENANT}/v2.0`,
  publicUrl: PUBLIC_URL,
  sharedPath: '/organizations/v2.0',
  sharedIssuer: '/{tenantid}/v2.0',
});
const PROVIDERS = { oidc: keycloak, oidc2: entra };
type Id = keyof typeof PROVIDERS;

const backend = await openTestBackend({
  PUBLIC_URL,
  OIDC_ISSUER: keycloak.issuer,
  OIDC_NAME: 'Studio',
  ...CLIENT,
  OIDC_2_ISSUER: `${entra.origin}/organizations/v2.0`,
  OIDC_2_CLIENT_ID: CLIENT.OIDC_CLIENT_ID,
  OIDC_2_CLIENT_SECRET: CLIENT.OIDC_CLIENT_SECRET,
  OIDC_2_NAME: 'Contoso',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
});
const app = await openTestApp(backend);

/** Lets a person sign in at the page of a provider. Returns the URL at which the browser comes back. */
function passPage(id: Id, page: string, subject: string): Promise<URL> {
  PROVIDERS[id].person.claims = { sub: subject, preferred_username: `${subject}@example.com` };
  return new CookieBrowser(PROVIDERS[id].origin).goOn(`${PUBLIC_URL}/auth/${id}/callback`, page);
}

/** Goes to a provider and back, with a session to add the provider to its account. */
async function visit(id: Id, subject: string, session?: string) {
  const cookies = session ? { cutroom: session } : {};
  const started = session
    ? await app.inject({
        method: 'POST',
        url: '/api/user/identities',
        payload: { provider: id },
        cookies,
      })
    : await app.inject(`/auth/${id}`);
  const back = await passPage(id, session ? started.json().url : started.headers.location!, subject);
  const own = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
  return { path: back.pathname + back.search, cookies: { ...cookies, ...own } };
}

async function comeBack({ path, cookies }: Awaited<ReturnType<typeof visit>>) {
  const answer = await app.inject({ url: path, cookies });
  const session = answer.cookies.find(({ name, value }) => name === 'cutroom' && value !== '')?.value;
  return { location: answer.headers.location, session };
}

const read = async (url: string, session = '') =>
  (await app.inject({ url, cookies: { cutroom: session } })).json();

// product 28.14
it('offers Google, Keycloak and Entra beside each other, each on its own page', async () => {
  expect((await read('/api/config')).signIn.providers).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'oidc', name: 'Studio' },
    { id: 'oidc2', name: 'Contoso' },
  ]);
  for (const [id, { origin }] of Object.entries(PROVIDERS)) {
    const page = new URL((await app.inject(`/auth/${id}`)).headers.location!);
    expect([page.origin, page.searchParams.get('redirect_uri')]).toEqual([
      origin,
      `${PUBLIC_URL}/auth/${id}/callback`,
    ]);
  }
});

// product 28.14
it('signs the same subject of two providers in to two accounts', async () => {
  const users = [];
  for (const id of ['oidc', 'oidc2', 'oidc', 'oidc2'] as const) {
    const { session } = await comeBack(await visit(id, 'ada'));
    users.push((await read('/api/auth/user', session)).id);
  }
  expect(users[0]).not.toBe(users[1]);
  expect(users.slice(2)).toEqual(users.slice(0, 2));
});

// product 28.12, 28.14
it('links a second provider to an account, and names each by its button', async () => {
  const { session } = await comeBack(await visit('oidc', 'grace'));
  const added = await comeBack(await visit('oidc2', 'grace-at-work', session));
  expect(added.location).toBe('/settings?sign_in=added');
  expect(await read('/api/user/identities', session)).toMatchObject([
    { provider: 'Studio' },
    { provider: 'Contoso' },
  ]);
  const again = await comeBack(await visit('oidc2', 'grace-at-work'));
  const idOf = async (own: string | undefined) => (await read('/api/auth/user', own)).id;
  expect(await idOf(again.session)).toBe(await idOf(session));
});

it('refuses the response of one provider at the callback of another', async () => {
  const { path, cookies } = await visit('oidc', 'mallory');
  const elsewhere = path.replace('/auth/oidc/', '/auth/oidc2/');
  expect(await comeBack({ path: elsewhere, cookies })).toEqual({
    location: '/login-error?with=oidc2',
    session: undefined,
  });
});

it('has no page for a provider that is not configured', async () => {
  expect((await app.inject('/auth/oidc3')).statusCode).toBe(404);
});
