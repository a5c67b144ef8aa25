import { hash } from 'node:crypto';
import { z } from 'zod';
import { MAX_APPS, SCOPES } from '#contract/api-keys.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import {
  findOauthClient,
  markConnected,
  type OauthClient,
} from '#core/repositories/account/oauth-clients.ts';
import {
  ACCESS_SECONDS,
  type AppKey,
  type AppTokens,
  connectApp,
  consumeOauthCode,
  disconnectApp,
  disconnectByToken,
  renewApp,
} from '#core/repositories/account/oauth-grants.ts';
import { resourceOf } from './metadata.ts';
import { OauthError } from './oauth-error.ts';
import { siteOf } from './redirect-uris.ts';

interface Parts extends Pick<Backend, 'config' | 'db'> {
  /** Ends the connections of a key whose tokens were replaced or revoked. */
  ended: (key: AppKey) => void;
  /** Looks a key up again before its next use, since its access token was replaced. */
  renewed: (key: AppKey) => void;
}

const text = z.string().min(1).max(4000);
const commonSchema = z.object({ client_id: text, resource: text.optional() });
const codeSchema = z.object({
  code: text,
  redirect_uri: text,
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/, 'A verifier has 43 to 128 characters.'),
});
const refreshSchema = z.object({ refresh_token: text, scope: text.optional() });
const revocationSchema = z.object({ client_id: text, token: text });

const GRANT_ENDED = 'This grant is unknown, expired or revoked. Connect the app again.';

function parse<T>(schema: z.ZodType<T>, form: unknown): T {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new OauthError('invalid_request', `${path.join('.') || 'The request'}: ${message}`);
}

async function requireClient({ db }: Pick<Backend, 'db'>, clientId: string): Promise<OauthClient> {
  const client = uuidSchema.safeParse(clientId).success ? await findOauthClient(db, clientId) : undefined;
  if (client) return client;
  throw new OauthError('invalid_client', 'This app is not registered here. Register it again.');
}

/**
 * Exchanges a code or a refresh token for tokens. The second use of either disconnects the app, since one of
 * its two users must have stolen it.
 * @throws OauthError
 */
export async function issueTokens(parts: Parts, form: unknown) {
  const { client_id: clientId, resource } = parse(commonSchema, form);
  const client = await requireClient(parts, clientId);
  if (resource !== undefined && resource !== resourceOf(parts.config)) {
    throw new OauthError('invalid_target', `Tokens are for ${resourceOf(parts.config)} only.`);
  }
  const { grant_type } = form as { grant_type?: unknown };
  if (grant_type === 'authorization_code') return describe(await exchangeCode(parts, client, form));
  if (grant_type === 'refresh_token') return describe(await refresh(parts, client, form));
  throw new OauthError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
}

const describe = ({ accessToken, refreshToken, scopes }: AppTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer' as const,
  expires_in: ACCESS_SECONDS,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

async function exchangeCode({ db, ended }: Parts, client: OauthClient, form: unknown): Promise<AppTokens> {
  const input = parse(codeSchema, form);
  const clientId = client.id;
  // The code stays used, whatever is wrong with the request.
  const outcome = await db.transaction().execute(async (trx) => {
    const code = await consumeOauthCode(trx, { code: input.code, clientId });
    if (!code) return undefined;
    if ('used' in code) return { revoked: await disconnectApp(trx, { userId: code.used, clientId }) };
    const isProven = hash('sha256', input.code_verifier, 'base64url') === code.codeChallenge;
    if (!isProven || input.redirect_uri !== code.redirectUri) return undefined;
    await markConnected(trx, clientId);
    return connectApp(trx, { ...code, name: client.name, site: siteOf(code.redirectUri) }, MAX_APPS);
  });
  if (outcome && 'accessToken' in outcome) {
    // The app may have been connected with other scopes before.
    ended(outcome);
    return outcome;
  }
  if (outcome?.revoked) ended(outcome.revoked);
  throw new OauthError('invalid_grant', GRANT_ENDED);
}

async function refresh(
  { db, ended, renewed: report }: Parts,
  client: OauthClient,
  form: unknown,
): Promise<AppTokens> {
  const { refresh_token: refreshToken, scope } = parse(refreshSchema, form);
  if (scope !== undefined && !scope.split(' ').every((one) => SCOPES.some((known) => known === one))) {
    throw new OauthError('invalid_scope', 'There is no such scope.');
  }
  const outcome = await db.transaction().execute(async (trx) => {
    const renewed = await renewApp(trx, { refreshToken, clientId: client.id });
    if (renewed && 'reused' in renewed) {
      const { userId } = renewed.reused;
      return { revoked: await disconnectApp(trx, { userId, clientId: client.id }) };
    }
    return renewed;
  });
  if (outcome && 'accessToken' in outcome) {
    report(outcome);
    return outcome;
  }
  if (outcome?.revoked) ended(outcome.revoked);
  throw new OauthError('invalid_grant', GRANT_ENDED);
}

/** Disconnects the app that has a token (RFC 7009). An unknown token is no error. @throws OauthError */
export async function revokeToken(parts: Parts, form: unknown) {
  const { client_id: clientId, token } = parse(revocationSchema, form);
  const client = await requireClient(parts, clientId);
  const revoked = await disconnectByToken(parts.db, { token, clientId: client.id });
  if (revoked) parts.ended(revoked);
  return {};
}
