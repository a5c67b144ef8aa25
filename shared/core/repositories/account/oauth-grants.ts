import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Scope } from '#contract/api-keys.ts';
import type { Executor } from '../../db/database.ts';
import type { OauthCodes } from '../../db/types.generated.ts';
import { lockKeys } from './api-keys.ts';
import { createKeyToken, hashToken } from './key-token.ts';

/** How long an app may take to exchange its code. */
const CODE_SECONDS = 120;
/** How long an access token is valid. */
export const ACCESS_SECONDS = 3600;
/** How long an app that is not used stays connected. */
const REFRESH_DAYS = 30;

const createToken = (): string => randomBytes(32).toString('base64url');

/** What a user allowed an app. */
export type AllowedCode = Pick<
  Selectable<OauthCodes>,
  'clientId' | 'userId' | 'redirectUri' | 'codeChallenge' | 'creditBudget'
> & { scopes: Scope[] };

/** The key of an app, after it was connected, renewed or disconnected. */
export interface AppKey {
  keyId: string;
  userId: string;
}

/** New tokens of an app. They are in this result and nowhere else. */
export interface AppTokens extends AppKey {
  accessToken: string;
  refreshToken: string;
  scopes: Scope[];
}

/** Creates the code of an app that a user allowed. It is in this result and nowhere else. */
export async function insertOauthCode(db: Executor, allowed: AllowedCode): Promise<string> {
  const code = createToken();
  await db
    .insertInto('oauthCodes')
    .values({ ...allowed, hash: hashToken(code) })
    .execute();
  return code;
}

/**
 * Uses a code up.
 * @returns `undefined` if it is unknown, too old, of another app, or of a suspended user; `used` with the user
 * if it was used before
 */
export async function consumeOauthCode(
  trx: Executor,
  { code, clientId }: { code: string; clientId: string },
): Promise<AllowedCode | { used: string } | undefined> {
  const hash = hashToken(code);
  const row = await trx
    .updateTable('oauthCodes')
    .set({ usedAt: sql`now()` })
    .where('hash', '=', hash)
    .where('clientId', '=', clientId)
    .where('usedAt', 'is', null)
    .returningAll()
    .returning(
      sql<boolean>`created_at > now() - make_interval(secs => ${CODE_SECONDS}) AND NOT EXISTS (
        SELECT 1 FROM users WHERE users.id = oauth_codes.user_id AND users.suspended_at IS NOT NULL)`.as(
        'isValid',
      ),
    )
    .executeTakeFirst();
  if (row) return row.isValid ? { ...row, scopes: row.scopes as Scope[] } : undefined;
  const used = await trx
    .selectFrom('oauthCodes')
    .select('userId')
    .where('hash', '=', hash)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return used && { used: used.userId };
}

/** Whether a user may connect this app: it is connected, or fewer than `most` others are. */
export async function mayConnect(
  db: Executor,
  { userId, clientId }: { userId: string; clientId: string },
  most: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom('apiKeys')
    .select('clientId')
    .where('userId', '=', userId)
    .where('clientId', 'is not', null)
    .execute();
  return rows.length < most || rows.some((row) => row.clientId === clientId);
}

/**
 * Connects an app, or connects it again with other scopes.
 * @returns `undefined` if `most` others are connected
 */
export async function connectApp(
  trx: Executor,
  app: AllowedCode & { name: string; site: string | null },
  most: number,
): Promise<AppTokens | undefined> {
  const { userId, clientId, name, site, scopes, creditBudget } = app;
  await lockKeys(trx, userId);
  if (!(await mayConnect(trx, app, most))) return undefined;
  const { token, prefix, hash } = createKeyToken();
  const changes = { hash, prefix, name, scopes, creditBudget, clientSite: site, expiresAt: accessEnd() };
  const { id: keyId } = await trx
    .insertInto('apiKeys')
    .values({ userId, clientId, ...changes })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'clientId']).where('clientId', 'is not', null).doUpdateSet(changes),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('oauthRefreshTokens').where('apiKeyId', '=', keyId).execute();
  return { keyId, userId, accessToken: token, refreshToken: await insertRefreshToken(trx, keyId), scopes };
}

const accessEnd = () => sql<Date>`now() + make_interval(secs => ${ACCESS_SECONDS})`;

async function insertRefreshToken(trx: Executor, apiKeyId: string): Promise<string> {
  const token = createToken();
  await trx
    .insertInto('oauthRefreshTokens')
    .values({
      hash: hashToken(token),
      apiKeyId,
      expiresAt: sql<Date>`now() + make_interval(days => ${REFRESH_DAYS})`,
    })
    .execute();
  return token;
}

/**
 * Exchanges a refresh token for new tokens. The previous ones end.
 * @returns `undefined` if it is unknown, too old, of another app, or of a suspended user; `reused` with the key
 * if it was used before
 */
export async function renewApp(
  trx: Executor,
  { refreshToken, clientId }: { refreshToken: string; clientId: string },
): Promise<AppTokens | { reused: AppKey } | undefined> {
  const hash = hashToken(refreshToken);
  const owner = await trx
    .selectFrom('apiKeys')
    .innerJoin('oauthRefreshTokens', 'oauthRefreshTokens.apiKeyId', 'apiKeys.id')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id', 'apiKeys.userId', 'apiKeys.scopes', 'users.suspendedAt'])
    .where('oauthRefreshTokens.hash', '=', hash)
    .where('apiKeys.clientId', '=', clientId)
    .executeTakeFirst();
  if (!owner || owner.suspendedAt !== null) return undefined;
  const { id: keyId, userId } = owner;
  const used = await trx
    .updateTable('oauthRefreshTokens')
    .set({ usedAt: sql`now()` })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .returning(sql<boolean>`expires_at > now()`.as('isValid'))
    .executeTakeFirst();
  if (!used) return { reused: { keyId, userId } };
  if (!used.isValid) return undefined;
  const { token, prefix, hash: accessHash } = createKeyToken();
  await trx
    .updateTable('apiKeys')
    .set({ hash: accessHash, prefix, expiresAt: accessEnd() })
    .where('id', '=', keyId)
    .execute();
  const next = await insertRefreshToken(trx, keyId);
  return { keyId, userId, accessToken: token, refreshToken: next, scopes: owner.scopes as Scope[] };
}

/** Disconnects an app of a user. Returns its key; `undefined` if it is not connected. */
export async function disconnectApp(
  db: Executor,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<AppKey | undefined> {
  const row = await db
    .deleteFrom('apiKeys')
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .returning(['id', 'userId'])
    .executeTakeFirst();
  return row && { keyId: row.id, userId: row.userId };
}

/** Disconnects the app that has this access or refresh token. Returns its key; `undefined` if it has neither. */
export async function disconnectByToken(
  db: Executor,
  { token, clientId }: { token: string; clientId: string },
): Promise<AppKey | undefined> {
  const hash = hashToken(token);
  const row = await db
    .deleteFrom('apiKeys')
    .where('clientId', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('hash', '=', hash),
        eb('id', 'in', eb.selectFrom('oauthRefreshTokens').select('apiKeyId').where('hash', '=', hash)),
      ]),
    )
    .returning(['id', 'userId'])
    .executeTakeFirst();
  return row && { keyId: row.id, userId: row.userId };
}
