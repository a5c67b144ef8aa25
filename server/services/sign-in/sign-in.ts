import { generateRandomCodeVerifier } from 'oauth4webapi';
import type { Backend } from '#core/backend.ts';
import { consumeOauthState, createOauthState } from '#core/repositories/account/sessions.ts';
import { upsertUser } from '#core/repositories/account/users.ts';
import { createWelcomeMark } from '#core/repositories/money/welcomes.ts';
import type { OidcProvider } from './oidc-provider.ts';

type Parts = Pick<Backend, 'config' | 'db'>;

/** The caller: `null` without a session. */
export type Caller = { userId: string } | null;

/** What the browser stores until it returns. */
export interface BrowserPart {
  state: string;
  verifier: string;
}

/**
 * Starts a sign-in by a provider.
 * @returns the URL of the provider's page, and what the browser stores
 * @throws Error if the provider does not respond
 */
export async function beginSignIn(
  { db }: Parts,
  _caller: Caller,
  { provider }: { provider: OidcProvider },
): Promise<BrowserPart & { url: string }> {
  const verifier = generateRandomCodeVerifier();
  const { state, nonce } = await createOauthState(db, provider.id, null);
  return { state, verifier, url: await provider.pageUrl({ state, nonce, verifier }) };
}

/**
 * Ends a sign-in with a provider's response. The first sign-in of a person creates the user.
 * @returns the user's ID
 * @throws Error if the response is a refusal, forged, used, or of another browser
 */
export async function finishSignIn(
  { config, db }: Parts,
  _caller: Caller,
  { provider }: { provider: OidcProvider },
  { callback, browser }: { callback: URLSearchParams; browser: Partial<BrowserPart> },
): Promise<string> {
  const state = callback.get('state');
  if (!state || browser.state !== state) throw new Error('The response is of another browser.');
  const started = await consumeOauthState(db, provider.id, state);
  if (!started || !browser.verifier) throw new Error('The sign-in is unknown, too old, or already used.');
  const { nonce } = started;
  const identity = await provider.identify(callback, { state, nonce, verifier: browser.verifier });
  const welcome = { credits: config.welcomeCredits, markOf: createWelcomeMark(config.secret) };
  return db.transaction().execute((trx) => upsertUser(trx, identity, welcome));
}
