import { z } from 'zod';
import { NOT_CONNECTED, NOT_CONNECTED_TITLE } from '#contract/channel.ts';
import type { ChannelConfig } from '../config/channel-config.ts';
import type { Database } from '../db/database.ts';
import { StepError } from '../lib/errors.ts';
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  renewAccess,
  saveChannel,
} from '../repositories/account/channels.ts';
import { createSecretBox, type SecretBox } from '../lib/secret-box.ts';
import { type ChannelOauth, createChannelOauth, type Tokens } from './oauth.ts';
import { readAnswer, refusalOf, request } from './request.ts';

/** Access that expires sooner is renewed first, in ms. */
const RENEW_BEFORE_MS = 60_000;

const channelsSchema = z.object({
  items: z.array(z.object({ id: z.string().min(1), snippet: z.object({ title: z.string() }) })).default([]),
});

/** A request with an access token. It is repeated with a new token if the token is refused. */
export type WithAccess = (accessToken: string) => Promise<Response>;

export interface Channels {
  oauth: ChannelOauth;
  config: ChannelConfig;
  /** Encrypts other secrets of a channel. */
  box: SecretBox;
  /** Returns the channel of an account that just consented; `undefined` if it has none. */
  findMine(accessToken: string): Promise<{ channelId: string; title: string } | undefined>;
  /** Stores a user's channel with its tokens. */
  connect(
    userId: string,
    channel: { channelId: string; title: string },
    tokens: Tokens & { refreshToken: string },
  ): Promise<void>;
  /**
   * Revokes the tokens of a user's channel and removes it; does nothing without a channel.
   * @throws StepError
   */
  disconnect(userId: string): Promise<void>;
  /**
   * Calls YouTube on behalf of a user's channel.
   * @throws StepError `not_connected` if this channel is no longer connected
   */
  ask(who: { userId: string; channelId: string; signal: AbortSignal }, act: WithAccess): Promise<Response>;
}

const notConnected = () => new StepError('not_connected', `${NOT_CONNECTED_TITLE}: ${NOT_CONNECTED}`);

/** Opens the connected channels of users. Tokens leave this file only for Google. */
export function openChannels(config: ChannelConfig, secret: string, db: Database): Channels {
  const oauth = createChannelOauth(config, secret);
  const box = createSecretBox(secret, 'cutroom channel tokens');

  async function renew(row: ChannelRow, signal: AbortSignal): Promise<string> {
    const refreshToken = box.open(row.refreshToken, row.userId);
    const tokens = refreshToken === undefined ? 'refused' : await oauth.refresh(refreshToken, signal);
    if (tokens === 'refused') {
      await deleteChannel(db, row);
      throw notConnected();
    }
    await renewAccess(db, row, {
      accessToken: box.seal(tokens.accessToken, row.userId),
      refreshToken: tokens.refreshToken ? box.seal(tokens.refreshToken, row.userId) : row.refreshToken,
      accessExpiresAt: tokens.accessExpiresAt,
    });
    return tokens.accessToken;
  }

  return {
    oauth,
    config,
    box,

    async findMine(accessToken) {
      const url = `${config.apiUrl}/channels?part=snippet&mine=true`;
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await request(url, { headers }, { signal: new AbortController().signal });
      if (!response.ok) throw await refusalOf(response);
      const [channel] = (await readAnswer(response, channelsSchema)).items;
      return channel && { channelId: channel.id, title: channel.snippet.title };
    },

    connect: (userId, channel, tokens) =>
      saveChannel(db, {
        userId,
        ...channel,
        accessToken: box.seal(tokens.accessToken, userId),
        refreshToken: box.seal(tokens.refreshToken, userId),
        accessExpiresAt: tokens.accessExpiresAt,
        allowsCaptions: tokens.allowsCaptions,
      }),

    async disconnect(userId) {
      const row = await findChannel(db, userId);
      if (!row) return;
      const token = box.open(row.refreshToken, userId);
      if (token !== undefined) await oauth.revoke(token);
      await deleteChannel(db, row);
    },

    async ask({ userId, channelId, signal }, act) {
      const row = await findChannel(db, userId);
      if (row?.channelId !== channelId) throw notConnected();
      const isFresh = row.accessExpiresAt.getTime() - Date.now() > RENEW_BEFORE_MS;
      const accessToken = isFresh ? box.open(row.accessToken, userId) : undefined;
      const response = await act(accessToken ?? (await renew(row, signal)));
      if (response.status !== 401) return response;
      await response.body?.cancel();
      const current = await findChannel(db, userId);
      if (current?.channelId !== channelId) throw notConnected();
      const second = await act(await renew(current, signal));
      if (second.status === 401) throw notConnected();
      return second;
    },
  };
}
