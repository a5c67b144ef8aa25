import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { SignUp } from '#core/config/sign-in-config.ts';
import { createSession } from '#core/repositories/account/sessions.ts';
import { upsertUser } from '#core/repositories/account/users.ts';
import { inviteAddress, NotAdmittedError } from '#core/repositories/people/admission.ts';
import { setSuspended } from '#core/repositories/people/operators.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { CLIENT, startOpenIdProvider } from '../../helpers/outside/open-id-provider.ts';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const PUBLIC_URL = 'http://studio.test';
const provider = await startOpenIdProvider({ publicUrl: PUBLIC_URL });
const backend = await openTestBackend({
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  ...CLIENT,
  SIGN_UP: 'invited',
});
const app = await openTestApp(backend);
const { db } = backend;

/** Signs in a new person. Returns why they are refused, or `admitted`. */
async function join(email: string | null, signUp: SignUp, emailVerified = true) {
  const identity = {
    issuer: 'https://id.example',
    subject: crypto.randomUUID(),
    email,
    emailVerified,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  };
  const terms = { credits: 3, markOf: () => identity.subject, signUp };
  try {
    await db.transaction().execute((trx) => upsertUser(trx, identity, terms));
    return 'admitted';
  } catch (error) {
    if (error instanceof NotAdmittedError) return error.reason;
    throw error;
  }
}

/** Signs in by the provider as this person. Returns where the browser ends, and its session. */
async function signIn(claims: { sub: string; email: string; email_verified: boolean }) {
  provider.person.claims = claims;
  const started = await app.inject('/auth/oidc');
  const cookies = Object.fromEntries(started.cookies.map(({ name, value }) => [name, value]));
  const back = await new CookieBrowser(provider.origin).goOn(
    `${PUBLIC_URL}/auth/oidc/callback`,
    started.headers.location!,
  );
  const answer = await app.inject({ url: back.pathname + back.search, cookies });
  const session = answer.cookies.find(({ name, value }) => name === 'cutroom' && value !== '')?.value;
  return { location: answer.headers.location, session };
}

describe('SIGN_UP', () => {
  // product 28.9
  it.each<[SignUp, string | null, boolean, string]>([
    [{ mode: 'open', domains: [] }, null, false, 'admitted'],
    [{ mode: 'closed', domains: [] }, 'guest@example.com', true, 'closed'],
    [{ mode: 'domains', domains: ['studio.example'] }, 'Ada@Studio.Example', true, 'admitted'],
    [{ mode: 'domains', domains: ['studio.example'] }, 'ada@studio.example', false, 'unverified'],
    [{ mode: 'domains', domains: ['studio.example'] }, 'ada@evil-studio.example', true, 'domains'],
    [{ mode: 'domains', domains: ['studio.example'] }, 'ada@studio.example@evil.example', true, 'domains'],
    [{ mode: 'domains', domains: ['studio.example'] }, 'guest@example.com', true, 'admitted'],
    [{ mode: 'invited', domains: [] }, 'Guest@Example.com', true, 'admitted'],
    [{ mode: 'invited', domains: [] }, 'guest@example.com', false, 'unverified'],
    [{ mode: 'invited', domains: [] }, null, false, 'unverified'],
    [{ mode: 'invited', domains: [] }, 'other@example.com', true, 'invited'],
  ])('%j answers %s (confirmed: %s) with %s', async (signUp, email, verified, answer) => {
    await inviteAddress(db, 'guest@example.com');
    expect(await join(email, signUp, verified)).toBe(answer);
  });

  // product 28.9
  it('shows a separate page to people who are not admitted, and creates nothing', async () => {
    const person = { sub: 'grace', email: 'grace@example.com', email_verified: true };
    expect(await signIn(person)).toEqual({ location: '/not-admitted?reason=invited', session: undefined });
    const rows = await db.selectFrom('identities').select('subject').where('subject', '=', 'grace').execute();
    expect(rows).toEqual([]);
    await inviteAddress(db, person.email);
    expect((await signIn(person)).location).toBe('/');
    // An account that exists needs no invitation.
    await db.deleteFrom('invitations').execute();
    expect((await signIn(person)).location).toBe('/');
  });
});

describe('a suspended user', () => {
  // product 28.11
  it('is signed out everywhere, cannot sign in, and can do so again afterwards', async () => {
    const person = { sub: 'eve', email: 'eve@example.com', email_verified: true };
    await inviteAddress(db, person.email);
    const { session } = await signIn(person);
    const status = async () =>
      (await app.inject({ url: '/api/auth/user', cookies: { cutroom: session! } })).statusCode;
    const { userId: id } = await db
      .selectFrom('identities')
      .select('userId')
      .where('subject', '=', 'eve')
      .executeTakeFirstOrThrow();
    const { headers } = await createKey(backend, id);
    const byKey = async () => (await app.inject({ url: '/api/user/videos', headers })).statusCode;
    expect([await status(), await byKey()]).toEqual([200, 200]);
    expect(await db.transaction().execute((trx) => setSuspended(trx, id, true))).toBe(true);
    app.visitors.forget(id, null);
    expect([await status(), await byKey()]).toEqual([401, 401]);
    expect(await signIn(person)).toEqual({ location: '/not-admitted?reason=suspended', session: undefined });
    expect(await db.transaction().execute((trx) => setSuspended(trx, id, false))).toBe(true);
    expect((await signIn(person)).location).toBe('/');
  });

  // product 28.11
  it('gets no session from a sign-in that ends while the user is suspended', async () => {
    const { id } = await createUser(backend);
    let refused = Promise.resolve(false);
    await db.transaction().execute(async (trx) => {
      await setSuspended(trx, id, true);
      refused = createSession(db, id).then(
        () => false,
        (error: unknown) => error instanceof NotAdmittedError,
      );
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
        expect(rows).toHaveLength(1);
      }, PATIENT);
    });
    expect(await refused).toBe(true);
    const sessions = await db.selectFrom('sessions').select('id').where('userId', '=', id).execute();
    expect(sessions).toEqual([]);
  });
});
