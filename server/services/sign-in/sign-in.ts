import { generateRandomCodeVerifier } from 'oauth4webapi';
import type { Backend } from '#core/backend.ts';
import type { Config } from '#core/config/config.ts';
import { AppError } from '#core/lib/errors.ts';
import { consumeOauthState, createOauthState } from '#core/repositories/account/sessions.ts';
import { type JoinTerms, upsertUser } from '#core/repositories/account/users.ts';
import { createWelcomeMark } from '#core/repositories/money/welcomes.ts';
import { addIdentity } from '#core/repositories/people/identities.ts';
import type { OidcProvider } from './oidc-provider.ts';

type Parts = Pick<Backend, 'config' | 'db'>;

/** The caller: `null` without a session. */
export type Caller = { userId: string } | null;

/** What the browser stores until it returns. */
export interface BrowserPart {
  state: string;
  verifier: string;
}

/** How a browser's return from a provider ended: with a sign-in, or with a provider added to the account. */
export type Returned = { kind: 'signedIn'; userId: string } | { kind: 'added' | 'taken' };

/** What a new user gets, and who may become one. */
export const joinTerms = ({ welcomeCredits, secret, signIn }: Config): JoinTerms => ({
  credits: welcomeCredits,
  markOf: createWelcomeMark(secret),
  signUp: signIn.signUp,
});

/**
 * Starts a sign-in by a provider. `adds`: adds the provider to the caller's account instead.
 * @returns the URL of the provider's page, and what the browser stores
 * @throws Error if the provider does not respond
 */
export async function beginSignIn(
  { db }: Parts,
  caller: Caller,
  { provider }: { provider: OidcProvider },
  { adds }: { adds: boolean },
): Promise<BrowserPart & { url: string }> {
  const verifier = generateRandomCodeVerifier();
  const userId = adds ? (caller?.userId ?? null) : null;
  const { state, nonce } = await createOauthState(db, provider.id, userId);
  return { state, verifier, url: await provider.pageUrl({ state, nonce, verifier }) };
}

/**
 * Ends what `beginSignIn` started, with a provider's response. The first sign-in of a person creates the user.
 * @throws Error if the response is a refusal, forged, used, or of another browser or user
 */
export async function finishSignIn(
  { config, db }: Parts,
  caller: Caller,
  { provider }: { provider: OidcProvider },
  { callback, browser }: { callback: URLSearchParams; browser: Partial<BrowserPart> },
): Promise<Returned> {
  const state = callback.get('state');
  if (!state || browser.state !== state) throw new Error('The response is of another browser.');
  const started = await consumeOauthState(db, provider.id, state);
  if (!started || !browser.verifier) throw new Error('The sign-in is unknown, too old, or already used.');
  const { nonce, userId } = started;
  if (userId !== null && userId !== caller?.userId) {
    throw new AppError('forbidden', 'The user who added the provider is no longer signed in.');
  }
  const identity = await provider.identify(callback, { state, nonce, verifier: browser.verifier });
  return db.transaction().execute(async (trx): Promise<Returned> => {
    if (userId === null) {
      return { kind: 'signedIn', userId: await upsertUser(trx, identity, joinTerms(config)) };
    }
    return { kind: (await addIdentity(trx, userId, identity)) ? 'added' : 'taken' };
  });
}
