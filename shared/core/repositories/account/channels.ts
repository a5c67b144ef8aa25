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
  /** Whether its user allowed to add subtitles to videos. */
  allowsCaptions: boolean;
}

export async function findChannel(db: Executor, userId: string): Promise<ChannelRow | undefined> {
  const row = await db
    .selectFrom('youtubeChannels')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  return (
    row && {
      userId: row.userId,
      channelId: row.channelId,
      title: row.title,
      accessToken: row.accessToken,
      refreshToken: row.refreshToken,
      accessExpiresAt: row.accessExpiresAt,
      allowsCaptions: row.allowsCaptions,
    }
  );
}

/** A user has one channel at a time. */
export async function saveChannel(db: Executor, channel: ChannelRow): Promise<void> {
  const values = {
    channelId: channel.channelId,
    title: channel.title,
    accessToken: channel.accessToken,
    refreshToken: channel.refreshToken,
    accessExpiresAt: channel.accessExpiresAt,
    allowsCaptions: channel.allowsCaptions,
  };
  await db
    .insertInto('youtubeChannels')
    .values({ userId: channel.userId, ...values })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ ...values, connectedAt: sql`now()` }))
    .execute();
}

/** Stores a renewed access token, unless the channel was reconnected or removed. */
export async function renewAccess(
  db: Executor,
  known: Pick<ChannelRow, 'userId' | 'refreshToken'>,
  renewed: Pick<ChannelRow, 'accessToken' | 'refreshToken' | 'accessExpiresAt'>,
): Promise<void> {
  await db
    .updateTable('youtubeChannels')
    .set({
      accessToken: renewed.accessToken,
      refreshToken: renewed.refreshToken,
      accessExpiresAt: renewed.accessExpiresAt,
    })
    .where('userId', '=', known.userId)
    .where('refreshToken', '=', known.refreshToken)
    .execute();
}

/** Removes the channel with these tokens. */
export async function deleteChannel(
  db: Executor,
  { userId, refreshToken }: Pick<ChannelRow, 'userId' | 'refreshToken'>,
): Promise<void> {
  await db
    .deleteFrom('youtubeChannels')
    .where('userId', '=', userId)
    .where('refreshToken', '=', refreshToken)
    .execute();
}

/** Starts a consent. The callback must name its state, once, in the same session. */
export async function insertConsent(db: Executor, state: string, sessionId: string): Promise<void> {
  await db
    .insertInto('channelConsents')
    .values({ stateHash: hash(state), sessionId })
    .execute();
}

/** Consumes a state. Returns `false` if it is unknown, old, used, or belongs to another session. */
export async function consumeConsent(db: Executor, state: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('channelConsents')
    .where('stateHash', '=', hash(state))
    .where('sessionId', '=', sessionId)
    .where('createdAt', '>', sql<Date>`now() - ${CONSENT_MINUTES}::int * interval '1 minute'`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
