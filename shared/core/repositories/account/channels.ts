import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

const CONSENT_MINUTES = 10;
const hash = (state: string) => createHash('sha256').update(state).digest('base64url');

/** A user's channel. Tokens are encrypted. */
export interface ChannelRow {
  userId: string;
  channelId: string;
  title: string;
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: Date;
}

export async function findChannel(db: Executor, userId: string): Promise<ChannelRow | undefined> {
  const row = await db
    .selectFrom('youtube_channels')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      channelId: row.channel_id,
      title: row.title,
      accessToken: row.access_token,
      refreshToken: row.refresh_token,
      accessExpiresAt: row.access_expires_at,
    }
  );
}

/** A user has one channel at a time. */
export async function saveChannel(db: Executor, channel: ChannelRow): Promise<void> {
  const values = {
    channel_id: channel.channelId,
    title: channel.title,
    access_token: channel.accessToken,
    refresh_token: channel.refreshToken,
    access_expires_at: channel.accessExpiresAt,
  };
  await db
    .insertInto('youtube_channels')
    .values({ user_id: channel.userId, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ ...values, connected_at: sql`now()` }))
    .execute();
}

/** Stores a renewed access token, unless the channel was reconnected or removed. */
export async function renewAccess(
  db: Executor,
  known: Pick<ChannelRow, 'userId' | 'refreshToken'>,
  renewed: Pick<ChannelRow, 'accessToken' | 'refreshToken' | 'accessExpiresAt'>,
): Promise<void> {
  await db
    .updateTable('youtube_channels')
    .set({
      access_token: renewed.accessToken,
      refresh_token: renewed.refreshToken,
      access_expires_at: renewed.accessExpiresAt,
    })
    .where('user_id', '=', known.userId)
    .where('refresh_token', '=', known.refreshToken)
    .execute();
}

/** Removes the channel with these tokens. */
export async function deleteChannel(
  db: Executor,
  { userId, refreshToken }: Pick<ChannelRow, 'userId' | 'refreshToken'>,
): Promise<void> {
  await db
    .deleteFrom('youtube_channels')
    .where('user_id', '=', userId)
    .where('refresh_token', '=', refreshToken)
    .execute();
}

/** Starts a consent. The callback must name its state, once, in the same session. */
export async function insertConsent(db: Executor, state: string, sessionId: string): Promise<void> {
  await db
    .insertInto('channel_consents')
    .values({ state_hash: hash(state), session_id: sessionId })
    .execute();
}

/** Consumes a state. Returns `false` if it is unknown, old, used, or belongs to another session. */
export async function consumeConsent(db: Executor, state: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('channel_consents')
    .where('state_hash', '=', hash(state))
    .where('session_id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - ${CONSENT_MINUTES}::int * interval '1 minute'`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
