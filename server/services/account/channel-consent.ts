import { randomBytes } from 'node:crypto';
import type { ChannelAuth } from '#contract/channel.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { consumeConsent, findChannel, insertConsent } from '#core/repositories/account/channels.ts';
import type { Caller, SessionCaller } from '../caller.ts';

type Parts = Pick<Backend, 'db' | 'channels' | 'log'>;

/** Starts connecting a channel, unless one is connected. */
export async function beginConsent(
  { db, channels }: Parts,
  { userId, sessionId }: SessionCaller,
): Promise<ChannelAuth> {
  if (!channels.config.available) {
    throw new AppError(
      'unavailable',
      'This installation has no YouTube client, so no channel can be connected.',
    );
  }
  if (await findChannel(db, userId)) return { connected: true };
  const state = randomBytes(32).toString('base64url');
  await insertConsent(db, state, sessionId);
  return { authUrl: channels.oauth.authorizeUrl(state) };
}

/** The parameters of Google's redirect. */
export interface ConsentReturn {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

/**
 * Connects the channel that the user consented to.
 * @returns `null`, or the code of the failure (product.md 8.22 to 8.25)
 */
export async function finishConsent(
  { db, channels, log }: Parts,
  caller: SessionCaller | null,
  { code, state, error }: ConsentReturn,
): Promise<string | null> {
  const isOurs = caller && state ? await consumeConsent(db, state, caller.sessionId) : false;
  if (error) return 'not_allowed';
  if (!code) return 'missing_code';
  if (!caller || !state || !isOurs) return 'callback_failed';
  try {
    const tokens = await channels.oauth.exchange(code, state);
    if (tokens === 'refused' || !tokens.refreshToken) return 'callback_failed';
    const mine = await channels.findMine(tokens.accessToken);
    if (!mine) {
      // Nothing is stored for an account without a channel.
      await channels.oauth.revoke(tokens.refreshToken);
      return 'no_channel';
    }
    await channels.connect(caller.userId, mine, { ...tokens, refreshToken: tokens.refreshToken });
    return null;
  } catch (failure) {
    log.warn({ err: failure }, 'channel not connected');
    return (failure as { code?: unknown }).code === 'no_channel' ? 'no_channel' : 'callback_failed';
  }
}

/** Revokes a channel's tokens and removes it. @throws AppError `unavailable` while Google does not respond */
export async function disconnectChannel({ channels, log }: Parts, { userId }: Caller): Promise<void> {
  try {
    await channels.disconnect(userId);
  } catch (error) {
    log.warn({ err: error }, 'channel not disconnected');
    throw new AppError('unavailable', 'YouTube is not responding. Please try again in a moment.');
  }
}
