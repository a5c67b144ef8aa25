import { sql } from 'kysely';
import type { ApiKey, NewApiKey, Scope } from '#contract/api-keys.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { ignoreReadOnly } from '../../lib/outages.ts';
import { IS_LIVE_KEY } from '../live-session.ts';
import { createKeyToken, hashToken } from './key-token.ts';
import type { Session } from './sessions.ts';

/** The message for a key that is unknown, expired or revoked. */
export const INVALID_KEY = 'This API key is invalid: it is unknown, expired or revoked.';

/** The credits that a key's runs spent or reserved, less those that failed runs returned. */
const SPENT = sql<number>`(SELECT COALESCE(-sum(amount), 0)::int FROM credit_entries
  WHERE credit_entries.api_key_id = api_keys.id)`;

/** When a key ends. An app renews its key until its refresh token expires. */
const ENDS = sql<Date | null>`CASE WHEN client_id IS NULL THEN expires_at ELSE (
  SELECT max(tokens.expires_at) FROM oauth_refresh_tokens AS tokens
  WHERE tokens.api_key_id = api_keys.id AND tokens.used_at IS NULL) END`;

const columnsOf = (db: Executor) =>
  db
    .selectFrom('apiKeys')
    .select([
      'id',
      'name',
      'prefix',
      'scopes',
      'creditBudget',
      'createdAt',
      'lastUsedAt',
      'clientId',
      'clientSite',
      ENDS.as('endsAt'),
      SPENT.as('spent'),
    ]);
type KeyRow = Awaited<ReturnType<ReturnType<typeof columnsOf>['executeTakeFirstOrThrow']>>;

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes as Scope[],
  creditBudget: row.creditBudget,
  creditsSpent: row.spent,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.endsAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  app: row.clientId === null ? null : { site: row.clientSite },
});

/** Returns a user's keys and those of connected apps, newest first. */
export async function listApiKeys(db: Executor, userId: string): Promise<ApiKey[]> {
  const rows = await columnsOf(db)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toApiKey);
}

/** Locks the number of a user's keys until the transaction ends. */
export const lockKeys = (trx: Executor, userId: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`keys of ${userId}`}, 0))`.execute(trx);

/**
 * Creates a key. The token is in this result and nowhere else.
 * @returns `null` if the user already has `most` keys. The count is locked until the transaction ends
 */
export async function insertApiKey(
  trx: Executor,
  userId: string,
  { name, scopes, creditBudget, expiresAt }: NewApiKey,
  most: number,
): Promise<{ token: string; apiKey: ApiKey } | null> {
  await lockKeys(trx, userId);
  const { count } = await trx
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('clientId', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= most) return null;
  const { token, prefix, hash } = createKeyToken();
  const { id } = await trx
    .insertInto('apiKeys')
    .values({
      userId,
      hash,
      prefix,
      name,
      scopes,
      creditBudget,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token, apiKey: toApiKey(await columnsOf(trx).where('id', '=', id).executeTakeFirstOrThrow()) };
}

/** Deletes a user's key. Returns `false` if the user has no such key. */
export async function deleteApiKey(db: Executor, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the session of a live key. Its last use is updated at most once a minute. */
export async function findKeySession(db: Executor, token: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('apiKeys')
    .select([
      'id',
      'userId',
      'scopes',
      'clientId',
      sql<boolean>`COALESCE(last_used_at < now() - interval '1 minute', true)`.as('stale'),
    ])
    .where('hash', '=', hashToken(token))
    .where(IS_LIVE_KEY)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale)
    await db
      .updateTable('apiKeys')
      .set({ lastUsedAt: sql`now()` })
      .where('id', '=', row.id)
      .execute()
      .catch(ignoreReadOnly);
  const isApp = row.clientId !== null;
  return { id: row.id, userId: row.userId, scopes: row.scopes as Scope[], ...(isApp && { isApp }) };
}

/**
 * Refuses another credit for a key that has spent its budget. The account's balance must be locked, so that
 * concurrent runs are counted one after another.
 * @throws AppError `over_budget`; `unauthorized` if the key was revoked meanwhile
 */
export async function refuseOverBudget(trx: Executor, keyId: string): Promise<void> {
  const key = await trx
    .selectFrom('apiKeys')
    .select(['creditBudget', 'clientId', SPENT.as('spent')])
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (!key) throw new AppError('unauthorized', INVALID_KEY);
  const { creditBudget: budget, clientId, spent } = key;
  if (budget === null || spent < budget) return;
  const credits = budget === 1 ? '1 credit' : `${budget} credits`;
  throw new AppError(
    'over_budget',
    clientId === null
      ? `This API key has spent its budget of ${credits}. Create a key with a larger budget.`
      : `This app has spent its budget of ${credits}. Connect it again with a larger budget.`,
    { budget, spent },
  );
}
