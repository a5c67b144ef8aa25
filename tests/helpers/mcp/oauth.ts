import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '#contract/api-keys.ts';

/** Where the test's app returns to. */
export const CALLBACK = 'https://agent.example/callback';
export const AUTHORIZATION = '/api/oauth/authorization';

/** The state of an app that uses the SDK's client, as it would be on a user's computer. */
export class TestProvider implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  /** The page that the app opened in the user's browser. */
  page: URL | undefined;
  private verifier = '';
  readonly redirectUrl: string;

  constructor(redirectUrl = CALLBACK) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'Test agent', redirect_uris: [this.redirectUrl] };
  }
  state = () => 'a-state';
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: OAuthTokens): void {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.page = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
  invalidateCredentials(): void {
    this.saved = undefined;
  }
}

/** Returns what the page sends to the API, from the URL that an app opened. */
export function queryOf({ searchParams }: URL): Record<string, string> {
  const names = {
    client_id: 'clientId',
    redirect_uri: 'redirectUri',
    response_type: 'responseType',
    code_challenge: 'codeChallenge',
    code_challenge_method: 'codeChallengeMethod',
    scope: 'scope',
    state: 'state',
    resource: 'resource',
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, field]) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[field, value]];
    }),
  );
}

interface Token {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

/** An app that sends its own requests, as the standards define them. */
export function createTestApp(app: FastifyInstance, { publicUrl }: { publicUrl: string }) {
  const verifier = randomBytes(32).toString('base64url');
  const register = (metadata: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/oauth/register',
      payload: { client_name: 'Test agent', redirect_uris: [CALLBACK], ...metadata },
    });
  const requestOf = (clientId: string, changes: object = {}) => ({
    clientId,
    redirectUri: CALLBACK,
    responseType: 'code',
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    codeChallengeMethod: 'S256',
    scope: 'read edit',
    state: randomUUID(),
    resource: `${publicUrl}/mcp`,
    ...changes,
  });
  const decide = (cookie: string, request: object, scopes: Scope[] | null = ['read', 'edit']) =>
    app.inject({
      method: 'POST',
      url: AUTHORIZATION,
      headers: { cookie },
      payload: { ...request, allowed: scopes && { scopes } },
    });
  const post = (url: string, form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  /** Registers, and lets a user allow it. Returns what the app sends to exchange its code. */
  async function allow(cookie: string, scopes: Scope[] = ['read', 'edit']) {
    const { client_id } = (await register()).json<{ client_id: string }>();
    const request = requestOf(client_id, { scope: scopes.join(' ') });
    const { url } = (await decide(cookie, request, scopes)).json<{ url: string }>();
    return {
      grant_type: 'authorization_code',
      client_id,
      code: new URL(url).searchParams.get('code')!,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      resource: request.resource,
    };
  }
  return {
    register,
    requestOf,
    decide,
    post,
    allow,
    token: (form: Record<string, string>) => post('/oauth/token', form),
    /** Connects the app to a user's account. */
    async connect(cookie: string, scopes?: Scope[]) {
      const form = await allow(cookie, scopes);
      const tokens = (await post('/oauth/token', form)).json<Token>();
      const refresh = (refresh_token = tokens.refresh_token) =>
        post('/oauth/token', { grant_type: 'refresh_token', client_id: form.client_id, refresh_token });
      return { clientId: form.client_id, form, tokens, refresh };
    },
  };
}

/** Sends a ping to /mcp with an access token. Returns the status. */
export async function ping(app: FastifyInstance, accessToken: string): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${accessToken}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });
  return statusCode;
}
