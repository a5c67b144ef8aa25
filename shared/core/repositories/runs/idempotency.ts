import { createHash } from 'node:crypto';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';

/**
 * Runs an action once per key, in the caller's transaction. A second call with the same key waits for the
 * first one and gets its response. Without a key, the action simply runs.
 * @throws AppError `unprocessable` if the key was used for another request
 */
export async function once<T extends object>(
  trx: Executor,
  {
    userId,
    scope,
    key,
    request,
  }: { userId: string; scope: string; key: string | undefined; request: unknown },
  act: () => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  if (key === undefined) return { answer: await act(), repeated: false };
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const claimed = await trx
    .insertInto('idempotencyKeys')
    .values({ userId, scope, key, requestHash, response: '{}' })
    .onConflict((oc) => oc.columns(['userId', 'scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  const row = (db: Executor) =>
    db
      .selectFrom('idempotencyKeys')
      .where('userId', '=', userId)
      .where('scope', '=', scope)
      .where('key', '=', key);
  if (!claimed) {
    const stored = await row(trx).select(['response', 'requestHash']).executeTakeFirstOrThrow();
    if (stored.requestHash !== requestHash) {
      throw new AppError('unprocessable', 'This Idempotency-Key was used for another request.');
    }
    return { answer: stored.response as T, repeated: true };
  }
  const answer = await act();
  await trx
    .updateTable('idempotencyKeys')
    .set({ response: JSON.stringify(answer) })
    .where('userId', '=', userId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return { answer, repeated: false };
}
