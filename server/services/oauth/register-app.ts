import { z } from 'zod';
import { MAX_KEY_NAME, MAX_LINK } from '#contract/limits.ts';
import type { Backend } from '#core/backend.ts';
import { insertOauthClient } from '#core/repositories/account/oauth-clients.ts';
import { OauthError } from './oauth-error.ts';
import { isAllowedRedirect } from './redirect-uris.ts';

const MAX_REDIRECTS = 10;
const UNNAMED = 'Unnamed app';

/** What is read of a registration (RFC 7591). The rest has no effect. */
const registrationSchema = z.object({
  redirect_uris: z.array(z.string().max(MAX_LINK)).min(1).max(MAX_REDIRECTS),
  client_name: z.string().max(2000).optional(),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  response_types: z.array(z.string().max(100)).max(20).optional(),
});

/** Returns a name without invisible characters, which could pass one app off as another. */
function nameOf(stated = ''): string {
  const visible = stated.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim();
  return Array.from(visible).slice(0, MAX_KEY_NAME).join('').trim() || UNNAMED;
}

/**
 * Registers an app as a public client, whatever else it requests: its secret would be no secret on users'
 * computers, and PKCE protects its codes.
 * @throws OauthError if it could not be sent back safely
 */
export async function registerApp({ db }: Pick<Backend, 'db'>, body: unknown) {
  const parsed = registrationSchema.safeParse(body);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new OauthError('invalid_client_metadata', `${path.join('.') || 'The registration'}: ${message}`);
  }
  const { redirect_uris: redirectUris, client_name, grant_types, response_types } = parsed.data;
  if (!redirectUris.every(isAllowedRedirect)) {
    throw new OauthError(
      'invalid_redirect_uri',
      'Each redirect URI needs https, or http with localhost, 127.0.0.1 or [::1], and no fragment or user.',
    );
  }
  if (grant_types?.includes('authorization_code') === false || response_types?.includes('code') === false) {
    throw new OauthError('invalid_client_metadata', 'Only the authorization code grant is supported.');
  }
  const name = nameOf(client_name);
  const { id, createdAt } = await db
    .transaction()
    .execute((trx) => insertOauthClient(trx, { name, redirectUris }));
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
