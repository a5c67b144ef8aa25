import { MAX_APPS, type Scope, SCOPES } from '#contract/api-keys.ts';
import type { Authorization, AuthorizationDecision, AuthorizationQuery } from '#contract/oauth.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import type { Caller } from '#core/lib/caller.ts';
import { AppError } from '#core/lib/errors.ts';
import { findOauthClient, type OauthClient } from '#core/repositories/account/oauth-clients.ts';
import { insertOauthCode, mayConnect } from '#core/repositories/account/oauth-grants.ts';
import { resourceOf } from './metadata.ts';
import { isRegisteredRedirect, siteOf } from './redirect-uris.ts';

type Parts = Pick<Backend, 'config' | 'db'>;

/** A base64url SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;

/** A valid request of an app. */
interface AppRequest {
  client: OauthClient;
  redirectUri: string;
  codeChallenge: string;
  scopes: Scope[];
}

const refusal = (message: string) => new AppError('unprocessable', message);

/**
 * Checks a request. An invalid one is reported to the user and not sent back: apps register any address, so
 * that would lead users of this site anywhere.
 * @throws AppError `unprocessable`
 */
async function checkRequest({ config, db }: Parts, query: AuthorizationQuery): Promise<AppRequest> {
  const { clientId, redirectUri, codeChallenge = '', scope, resource } = query;
  const client = uuidSchema.safeParse(clientId).success ? await findOauthClient(db, clientId) : undefined;
  if (!client) throw refusal('This app is not registered here. Start again in the app.');
  if (!isRegisteredRedirect(client.redirectUris, redirectUri)) {
    throw refusal('The app would continue at an address that it did not register.');
  }
  if (query.responseType !== 'code') throw refusal('The app requests a response that is not supported.');
  if (query.codeChallengeMethod !== 'S256' || !CHALLENGE.test(codeChallenge)) {
    throw refusal('The app does not use PKCE with S256, which is required.');
  }
  if (resource !== undefined && resource !== resourceOf(config)) {
    throw refusal('The app requests access to another service.');
  }
  const requested = scope === undefined ? ['read'] : scope.split(' ');
  const scopes = SCOPES.filter((known) => requested.includes(known));
  if (scopes.length === 0) throw refusal('The app requests no scope that exists here.');
  return { client, redirectUri, codeChallenge, scopes };
}

/** Returns what an app requests. @throws AppError `unprocessable` if its request is invalid */
export async function readAppRequest(backend: Parts, query: AuthorizationQuery): Promise<Authorization> {
  const { client, redirectUri, scopes } = await checkRequest(backend, query);
  return { name: client.name, site: siteOf(redirectUri), scopes };
}

/**
 * Allows or denies an app's request.
 * @returns where the browser continues
 * @throws AppError `unprocessable` if the request is invalid, or the account has too many apps
 */
export async function decideAppRequest(
  backend: Parts,
  { userId }: Caller,
  { allowed, ...query }: AuthorizationDecision,
): Promise<{ url: string }> {
  const { client, redirectUri, codeChallenge, scopes } = await checkRequest(backend, query);
  const url = new URL(redirectUri);
  const answer = (name: string, value: string) => url.searchParams.append(name, value);
  if (allowed) {
    if (!allowed.scopes.every((scope) => scopes.includes(scope))) {
      throw refusal('The app does not request all of these scopes.');
    }
    const grant = { userId, clientId: client.id };
    if (!(await mayConnect(backend.db, grant, MAX_APPS))) {
      throw refusal(`An account can have up to ${MAX_APPS} connected apps. Disconnect one in the settings.`);
    }
    answer('code', await insertOauthCode(backend.db, { ...grant, redirectUri, codeChallenge, ...allowed }));
  } else {
    answer('error', 'access_denied');
  }
  if (query.state !== undefined) answer('state', query.state);
  // RFC 9207: the app can detect a response of another server.
  answer('iss', backend.config.publicUrl);
  return { url: url.href };
}
