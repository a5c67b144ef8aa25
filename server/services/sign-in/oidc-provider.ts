import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { isSameIssuer, type SignInProvider } from '#core/config/sign-in-config.ts';
import type { Identity } from '#core/repositories/account/users.ts';
import { claimsSchema, identityOf } from './claims.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

/** How long a provider may take for each response, in ms. */
const ANSWER_WITHIN_MS = 10_000;
/** The difference of clocks that is tolerated, in seconds. */
const CLOCK_SECONDS = 300;
const SCOPE = 'openid email profile';
/** The part of Entra's issuer that differs for each organisation. */
const TENANT = '{tenantid}';
const TENANT_ID = /^[\w-]{1,64}$/;

/** What a sign-in began with; the provider's response must fit it. */
export interface Started {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

export interface OidcProvider {
  id: SignInProvider['id'];
  name: string;
  issuer: string;
  /** Returns the URL of the provider's page. @throws Error if the provider does not respond */
  pageUrl(started: Started): Promise<string>;
  /**
   * Returns the person of a provider's response.
   * @param callback the parameters with which the browser returned
   * @throws Error if the response is a refusal, forged, or of another sign-in
   */
  identify(callback: URLSearchParams, started: Started): Promise<Identity>;
}

interface Opened {
  server: oauth.AuthorizationServer;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/**
 * Opens an OpenID provider: authorisation code, PKCE S256, nonce. Its endpoints are requested for the first
 * sign-in, and again for the next one if that fails: the provider may start after this server.
 */
export function openOidcProvider(config: SignInProvider, publicUrl: string): OidcProvider {
  const client: oauth.Client = { client_id: config.clientId, [oauth.clockTolerance]: CLOCK_SECONDS };
  const redirectUri = `${publicUrl}/auth/${config.id}/callback`;
  // Only what the operator configured may be unencrypted, never what a provider names itself.
  const isPlain = (config.endpoints?.tokenUrl ?? config.issuer).startsWith('http:');
  const options = () => ({
    [oauth.allowInsecureRequests]: isPlain,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  let opened: Promise<Opened> | undefined;

  function open(): Promise<Opened> {
    opened ??= discover().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function discover(): Promise<Opened> {
    const server = config.endpoints
      ? {
          issuer: config.issuer,
          authorization_endpoint: config.endpoints.authorizeUrl,
          token_endpoint: config.endpoints.tokenUrl,
          jwks_uri: config.endpoints.jwksUrl,
        }
      : await requestMetadata(config.issuer, options());
    const { jwks_uri: jwks, authorization_endpoint: page } = server;
    if (!jwks || !page) throw new Error('The provider names no keys or no sign-in page.');
    if (!isPlain && ![jwks, page].every((url) => url.startsWith('https:'))) {
      throw new Error('The provider names an address without https.');
    }
    // Requested again for an unknown key. Tokens come from the provider itself, so no one else can cause many
    // requests.
    const keys = createRemoteJWKSet(new URL(jwks), {
      cooldownDuration: 0,
      timeoutDuration: ANSWER_WITHIN_MS,
    });
    return { server, keys };
  }

  return {
    id: config.id,
    name: config.name,
    issuer: config.issuer,

    async pageUrl({ state, nonce, verifier }) {
      const { server } = await open();
      const url = new URL(server.authorization_endpoint!);
      const parameters = {
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async identify(callback, { state, nonce, verifier }) {
      const { server, keys } = await open();
      const named = issuerFor(server.issuer, callback.get('iss') ?? '');
      const checked = oauth.validateAuthResponse({ ...server, issuer: named }, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        secretFor(server, config.clientSecret),
        checked,
        redirectUri,
        verifier,
        options(),
      );
      const issuer = server.issuer.includes(TENANT)
        ? await organisationOf(server.issuer, response.clone())
        : server.issuer;
      const expected = { expectedNonce: nonce, requireIdToken: true };
      const tokens = await oauth.processAuthorizationCodeResponse(
        { ...server, issuer },
        client,
        response,
        expected,
      );
      const { payload } = await jwtVerify(tokens.id_token!, keys, {
        issuer,
        audience: config.clientId,
        maxTokenAge: '10 minutes',
        clockTolerance: CLOCK_SECONDS,
      });
      const more = payload['email'] ? {} : await requestClaims(server, tokens.access_token, payload.sub!);
      return identityOf(claimsSchema.parse({ ...more, ...payload }), { ...config, issuer });
    },
  };

  /** Some providers put the e-mail address and the name only here. */
  async function requestClaims(server: oauth.AuthorizationServer, accessToken: string, subject: string) {
    if (!server.userinfo_endpoint) return {};
    const response = await oauth.userInfoRequest(server, client, accessToken, options());
    return oauth.processUserInfoResponse(server, client, subject, response);
  }
}

/** @throws Error if the document is of another issuer */
async function requestMetadata(
  issuer: string,
  options: oauth.DiscoveryRequestOptions,
): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), { ...options, algorithm: 'oidc' });
  // An operator may omit the slash at the end, which is part of Authentik's issuers and not of Keycloak's.
  const named = await readText(response.clone(), 'issuer');
  if (!isIssuer(named, issuer)) throw new Error(`The provider's issuer is ${named}, not ${issuer}.`);
  return oauth.processDiscoveryResponse(new URL(named), response);
}

function isIssuer(named: string, configured: string): boolean {
  if (isSameIssuer(named, configured)) return true;
  return named.includes(TENANT) && parseUrl(named)?.origin === new URL(configured).origin;
}

/** Returns the issuer of an ID token, which counts only once the token is verified for this issuer. */
async function organisationOf(issuer: string, response: Response): Promise<string> {
  const token = await readText(response, 'id_token');
  // Without a token the response is an error, which is checked later.
  return token === '' ? issuer : issuerFor(issuer, String(decodeJwt(token).iss));
}

/** Returns an organisation's issuer, if it fits the provider's; otherwise the provider's. */
function issuerFor(issuer: string, named: string): string {
  const [before = '', after] = issuer.split(TENANT);
  if (after === undefined || !named.startsWith(before) || !named.endsWith(after)) return issuer;
  return TENANT_ID.test(named.slice(before.length, named.length - after.length)) ? named : issuer;
}

async function readText(response: Response, name: string): Promise<string> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  return String(body?.[name] ?? '');
}

function secretFor(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  return methods.includes('client_secret_post')
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}
