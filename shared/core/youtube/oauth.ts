import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { ChannelConfig } from '../config/channel-config.ts';
import { StepError } from '../lib/errors.ts';
import { busy, readAnswer, request } from './request.ts';

/** To add subtitles. Channels that earlier versions connected lack it, and users may leave it out. */
const CAPTIONS = 'https://www.googleapis.com/auth/youtube.force-ssl';
/** To upload videos with their thumbnails, and to read the channel and the state of its videos. */
const SCOPES = [
  'https://www.googleapis.com/auth/youtube.upload',
  'https://www.googleapis.com/auth/youtube.readonly',
  CAPTIONS,
];

const tokensSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  /** What the user allowed. OAuth 2 omits it if that is all that was requested. */
  scope: z.string().optional(),
});

/** OAuth 2's code for missing tokens. */
const refusalSchema = z.object({ error: z.string() }).catch({ error: '' });
/** Errors that this installation's operator must fix. The user's consent stays valid. */
const OUR_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'invalid_request']);
const MISCONFIGURED =
  'Google does not know this installation of Cutroom. Please tell its operator: the YouTube client is set up incorrectly.';

export interface Tokens {
  accessToken: string;
  accessExpiresAt: Date;
  /** Absent if the known one stays valid. */
  refreshToken: string | undefined;
  /** Whether the user allowed subtitles. */
  allowsCaptions: boolean;
}

export interface ChannelOauth {
  /** The page where the user consents. */
  authorizeUrl(state: string): string;
  /** Exchanges a code for tokens; 'refused' if it is invalid or expired. */
  exchange(code: string, state: string): Promise<Tokens | 'refused'>;
  /** Renews the access; 'refused' if the user revoked it. */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens | 'refused'>;
  /** Revokes tokens at Google. Tokens that were already revoked count as revoked. @throws StepError */
  revoke(refreshToken: string): Promise<void>;
}

/**
 * Implements the OAuth 2 code flow with PKCE (S256). The verifier is derived from the state with a secret
 * key, so it is not stored.
 */
export function createChannelOauth(config: ChannelConfig, secret: string): ChannelOauth {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom channel consent', 32));
  const verifierOf = (state: string) => createHmac('sha256', key).update(state).digest('base64url');

  async function ask(form: Record<string, string>, signal: AbortSignal): Promise<Tokens | 'refused'> {
    const body = new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      ...form,
    });
    const response = await request(config.tokenUrl, { method: 'POST', body }, { signal });
    if (!response.ok) {
      const { error } = refusalSchema.parse(await response.json().catch(() => null));
      if (error === 'invalid_grant') return 'refused';
      if (OUR_FAULTS.has(error)) throw new StepError('refused', MISCONFIGURED);
      throw busy(response);
    }
    const tokens = await readAnswer(response, tokensSchema);
    return {
      accessToken: tokens.access_token,
      accessExpiresAt: new Date(Date.now() + tokens.expires_in * 1000),
      refreshToken: tokens.refresh_token,
      allowsCaptions: tokens.scope?.split(' ').includes(CAPTIONS) ?? true,
    };
  }

  return {
    authorizeUrl(state) {
      const url = new URL(config.authorizeUrl);
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: config.redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        state,
        code_challenge: createHash('sha256').update(verifierOf(state)).digest('base64url'),
        code_challenge_method: 'S256',
        // Google sends a refresh token only after asking the user.
        access_type: 'offline',
        prompt: 'consent',
      }).toString();
      return url.href;
    },
    exchange: (code, state) =>
      ask(
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: config.redirectUri,
          code_verifier: verifierOf(state),
        },
        new AbortController().signal,
      ),
    refresh: (refreshToken, signal) =>
      ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    async revoke(refreshToken) {
      const body = new URLSearchParams({ token: refreshToken });
      const { signal } = new AbortController();
      const response = await request(config.revokeUrl, { method: 'POST', body }, { signal });
      await response.body?.cancel();
      if (!response.ok && response.status !== 400) {
        throw busy(response);
      }
    },
  };
}
