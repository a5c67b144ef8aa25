import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { atEnd } from '../at-end.ts';

export const CLIENT = { OIDC_CLIENT_ID: 'cutroom', OIDC_CLIENT_SECRET: 'a secret: of "letters" & signs' };
const SCOPES = 'openid email profile';

interface Options {
  /** The ID that the product gives the provider. */
  id?: string;
  /** The path of the issuer, such as /realms/studio. */
  path?: string;
  /** The product's URL. */
  publicUrl: string;
  /** Whether the ID token lacks the claims about the person, so that only the userinfo endpoint has them. */
  sparseTokens?: boolean;
  /** The issuer in a second discovery document, at the path of that issuer, such as Entra's for all organisations. */
  sharedPath?: string;
  sharedIssuer?: string;
  /** The port, for a provider that starts after its client. */
  port?: number;
}

/**
 * An OpenID provider on this machine, by `oidc-provider`, that signs in its current person without a page. It
 * is closed after the test file.
 */
export async function startOpenIdProvider({
  id = 'oidc',
  path = '',
  publicUrl,
  sparseTokens = false,
  sharedPath,
  sharedIssuer,
  port = 0,
}: Options) {
  // A slash at the end of the issuer is not part of its endpoints.
  const mount = path.replace(/\/$/, '');
  const person: { claims: Record<string, unknown> & { sub: string } } = { claims: { sub: 'ada' } };
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(`${origin}${path}`, {
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/auth/${id}/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'its-key', use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'picture'],
    },
    conformIdTokenClaims: sparseTokens,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${mount}/interaction/${uid}` },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => ({ ...person.claims, sub: subject }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider: own } = ctx.oidc;
      const grant = new own.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = async (request, response) => {
    const url = request.url ?? '';
    if (sharedPath && url === `${sharedPath}/.well-known/openid-configuration`) {
      const own = await fetch(`${origin}${mount}/.well-known/openid-configuration`);
      const document = { ...((await own.json()) as object), issuer: `${origin}${sharedIssuer}` };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
      return;
    }
    if (url.startsWith(`${mount}/interaction/`)) {
      await provider.interactionFinished(request, response, { login: { accountId: person.claims.sub } });
      return;
    }
    Object.assign(request, { originalUrl: url, url: url.slice(mount.length) || '/' });
    await callback(request, response);
  };
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  atEnd(close);
  return { origin, issuer: `${origin}${path}`, person, close };
}
