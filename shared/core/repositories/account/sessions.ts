import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Scope } from '#contract/api-keys.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';
import { ignoreReadOnly } from '../../lib/outages.ts';
import { IS_LIVE_KEY, IS_LIVE_SESSION } from '../live-session.ts';
import { hashToken } from './key-token.ts';
import { NotAdmittedError } from '../people/admission.ts';

const ABSOLUTE_DAYS = 30;

/** Whether a text has the length and characters of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export interface Session {
  /** The hash of the cookie's token, or the ID of the API key. The token itself is never stored. */
  id: string;
  userId: string;
  /** The scopes of an API key; absent for the session of a browser. */
  scopes?: readonly Scope[];
  /** Whether it is the key of a connected app, which only agents' calls accept. */
  isApp?: true;
}

/**
 * Opens a session. The token goes into the cookie and nowhere else.
 * @throws NotAdmittedError if the user is suspended
 */
export async function createSession(db: Executor, userId: string): Promise<{ token: string; id: string }> {
  const token = randomBytes(32).toString('base64url');
  const id = hashToken(token);
  // The lock orders this and a concurrent suspension, which ends all sessions.
  const opened = await db
    .insertInto('sessions')
    .columns(['id', 'userId', 'expiresAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${id}`.as('id'),
          'users.id as userId',
          sql<Date>`now() + ${ABSOLUTE_DAYS}::int * interval '1 day'`.as('expiresAt'),
        ])
        .where('users.id', '=', userId)
        .where('suspendedAt', 'is', null)
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!opened) throw new NotAdmittedError('suspended');
  return { token, id };
}

/** Returns the live session of a cookie's token. Its last use is updated at most once a minute. */
export async function findSession(db: Executor, token: string): Promise<Session | undefined> {
  const id = hashToken(token);
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'userId', sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale')])
    .where('id', '=', id)
    .where(IS_LIVE_SESSION)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale)
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: sql`now()` })
      .where('id', '=', id)
      .execute()
      .catch(ignoreReadOnly);
  return { id: row.id, userId: row.userId };
}

/** Returns which of these sessions and API keys are still live. */
export async function findLiveSessions(db: Executor, ids: string[]): Promise<Set<string>> {
  const keyIds = ids.filter((id) => uuidSchema.safeParse(id).success);
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`ANY(${ids}::text[])`)
    .where(IS_LIVE_SESSION)
    .unionAll((eb) =>
      eb
        .selectFrom('apiKeys')
        .select(sql<string>`id::text`.as('id'))
        .where('id', '=', sql<string>`ANY(${keyIds}::uuid[])`)
        .where(IS_LIVE_KEY),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function deleteSession(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of a user, revokes every API key, and disconnects every app. */
export async function deleteSessionsOf(db: Executor, userId: string): Promise<void> {
  await db
    .with('revoked', (cte) => cte.deleteFrom('apiKeys').where('userId', '=', userId))
    // Otherwise an app could still exchange its code.
    .with('codes', (cte) => cte.deleteFrom('oauthCodes').where('userId', '=', userId))
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .execute();
}

const STATE_MINUTES = 10;

/** A sign-in in progress. */
export interface OauthState {
  nonce: string;
  /** The user who adds an identity to their account; `null` for a sign-in. */
  userId: string | null;
}

/**
 * Starts a sign-in by a provider. The provider's response must contain its state, once, and its nonce.
 * @param userId the user who adds an identity to their account; `null` for a sign-in
 */
export async function createOauthState(
  db: Executor,
  provider: string,
  userId: string | null,
): Promise<{ state: string; nonce: string }> {
  const state = randomBytes(32).toString('base64url');
  const nonce = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('oauthStates')
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .insertInto('oauthStates')
    .values({ stateHash: hashToken(state), nonce, provider, userId })
    .execute();
  return { state, nonce };
}

/** Consumes a state. Returns `undefined` if it is unknown, old, used, or of another provider. */
export async function consumeOauthState(
  db: Executor,
  provider: string,
  state: string,
): Promise<OauthState | undefined> {
  const row = await db
    .deleteFrom('oauthStates')
    .where('stateHash', '=', hashToken(state))
    .where('createdAt', '>', sql<Date>`now() - ${STATE_MINUTES}::int * interval '1 minute'`)
    // The previous version knows one provider and stores none.
    .where(sql<boolean>`coalesce(provider, 'google') = ${provider}`)
    .returning(['nonce', 'userId'])
    .executeTakeFirst();
  return row && { nonce: row.nonce, userId: row.userId };
}
