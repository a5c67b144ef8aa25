import { type CreatedApiKey, MAX_API_KEYS, type NewApiKey, type Usage } from '#contract/api-keys.ts';
import type { Backend } from '#core/backend.ts';
import type { Caller } from '#core/lib/caller.ts';
import { AppError } from '#core/lib/errors.ts';
import { deleteApiKey, insertApiKey, listApiKeys } from '#core/repositories/account/api-keys.ts';
import { readCredits } from '#core/repositories/money/credits.ts';

/**
 * Creates an API key of the caller. The result is the only place that contains the key itself.
 * @throws AppError `unprocessable` if it would have expired already, or the account has too many keys
 */
export async function createApiKey(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  input: NewApiKey,
): Promise<CreatedApiKey> {
  if (input.expiresAt !== null && Date.parse(input.expiresAt) <= Date.now()) {
    throw new AppError('unprocessable', 'Choose an expiry in the future.');
  }
  const created = await db.transaction().execute((trx) => insertApiKey(trx, userId, input, MAX_API_KEYS));
  if (created) return { ...created.apiKey, key: created.token };
  throw new AppError(
    'unprocessable',
    `An account can have up to ${MAX_API_KEYS} API keys. Revoke one that you no longer use.`,
  );
}

/** Revokes an API key of the caller. @throws AppError `not_found` */
export async function revokeApiKey(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { keyId }: { keyId: string },
): Promise<void> {
  if (await deleteApiKey(db, userId, keyId)) return;
  throw new AppError('not_found', 'There is no such API key.');
}

/** Returns the credits that are left of the caller's account, and the API key of the call. */
export async function readUsage({ db }: Pick<Backend, 'db'>, { userId, keyId }: Caller): Promise<Usage> {
  const [{ totalCredits }, keys] = await Promise.all([
    readCredits(db, userId),
    keyId === undefined ? [] : listApiKeys(db, userId),
  ]);
  return { totalCredits, key: keys.find(({ id }) => id === keyId) ?? null };
}
