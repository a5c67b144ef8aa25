import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, readText, sendJson } from './answer.ts';
import type { ChannelState } from './channel-state.ts';
import { consentPage, PAGE_HEADERS, messagePage } from './pages.ts';

const CLIENT = { id: 'cutroom-local', secret: 'cutroom-local-stand-in-secret' };
const SCOPES = [
  'https://www.googleapis.com/auth/youtube.upload',
  'https://www.googleapis.com/auth/youtube.force-ssl',
];

/** Google's consent, token and revocation endpoints, for one client. */
export function createOauth(state: ChannelState, publicUrl: string, prefix: string) {
  const redirectUri = `${publicUrl}/api/youtube/callback`;

  /** Returns what is wrong with a client's consent request, or `undefined` if nothing is. */
  function problemOf(query: URLSearchParams): string | undefined {
    const has = (name: string, value: string) => query.get(name) === value;
    if (!has('client_id', CLIENT.id)) return 'The client ID is unknown.';
    if (!has('redirect_uri', redirectUri)) return 'The redirect URI is not that of the client.';
    if (!has('response_type', 'code') || !query.get('state'))
      return 'The request does not use the authorization code flow.';
    if (!has('code_challenge_method', 'S256') || !/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) {
      return 'PKCE with S256 is missing.';
    }
    const scopes = query.get('scope')?.split(' ') ?? [];
    return SCOPES.every((scope) => scopes.includes(scope)) ? undefined : 'The scopes are insufficient.';
  }

  const sendPage = (response: ServerResponse, status: number, html: string) =>
    response.writeHead(status, PAGE_HEADERS).end(html);

  return {
    async consent(
      request: IncomingMessage,
      response: ServerResponse,
      requestQuery: URLSearchParams,
    ): Promise<void> {
      const isForm = request.method === 'POST';
      const form = isForm ? new URLSearchParams(await readText(request)) : undefined;
      const query = form ? new URLSearchParams(form.get('query') ?? '') : requestQuery;
      const problem = problemOf(query);
      if (problem) return void sendPage(response, 400, messagePage('Invalid request for access', problem));
      if (!form) return void sendPage(response, 200, consentPage(`${prefix}/consent`, query.toString()));
      const back = new URL(redirectUri);
      back.searchParams.set('state', query.get('state')!);
      if (form.get('answer') === 'cancel') back.searchParams.set('error', 'access_denied');
      else {
        const title = (form.get('channel') ?? '').trim().slice(0, 100);
        const id = `UC${Buffer.from(title.toLowerCase()).toString('base64url').slice(0, 22)}`;
        const channel = form.get('answer') === 'none' || title === '' ? null : { id, title };
        back.searchParams.set('code', state.issueCode(channel, query.get('code_challenge')!, redirectUri));
      }
      response.writeHead(302, { location: back.href, 'cache-control': 'no-store' }).end();
    },

    async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const form = new URLSearchParams(await readText(request));
      const failure = state.failure('token');
      if (failure?.how) return fail(response, failure);
      if (failure) {
        const { status = 500, reason = 'failed', headers } = failure;
        return sendJson(response, status, { error: reason }, headers);
      }
      if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) {
        return sendJson(response, 401, { error: 'invalid_client' });
      }
      const grant = form.get('grant_type');
      const issued =
        grant === 'refresh_token'
          ? state.refresh(form.get('refresh_token') ?? '')
          : state.redeem(
              form.get('code') ?? '',
              form.get('code_verifier') ?? '',
              form.get('redirect_uri') ?? '',
            );
      if (!issued) return sendJson(response, 400, { error: 'invalid_grant' });
      sendJson(response, 200, {
        access_token: issued.accessToken,
        expires_in: issued.expiresIn,
        token_type: 'Bearer',
        scope: SCOPES.join(' '),
        // Google sends a refresh token only after consent was given.
        ...(grant === 'authorization_code' && { refresh_token: issued.refreshToken }),
      });
    },

    async revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const form = new URLSearchParams(await readText(request));
      const failure = state.failure('revoke');
      if (failure) return fail(response, failure);
      const done = state.revoke(form.get('token') ?? '');
      sendJson(response, done ? 200 : 400, done ? {} : { error: 'invalid_token' });
    },
  };
}
