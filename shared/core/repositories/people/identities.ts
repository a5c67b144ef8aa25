import type { Executor } from '../../db/database.ts';

export interface IdentityRow {
  id: string;
  issuer: string;
  email: string | null;
  createdAt: Date;
}

/** The identities by which a user signs in, the first one first. */
export async function listIdentities(db: Executor, userId: string): Promise<IdentityRow[]> {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'issuer', 'email', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id, issuer, email, createdAt }) => ({ id, issuer, email, createdAt }));
}

/**
 * Adds an identity to a user. Returns `false` if it belongs to another user; an identity that the user already
 * has stays as it is.
 */
export async function addIdentity(
  trx: Executor,
  userId: string,
  { issuer, subject, email }: { issuer: string; subject: string; email: string | null },
): Promise<boolean> {
  await trx
    .insertInto('identities')
    .values({ issuer, subject, email, userId })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { userId: owner } = await trx
    .selectFrom('identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return owner === userId;
}

/**
 * Removes an identity of a user, unless it is the only one.
 * @returns `last` if it is the only one; `unknown` if the user has no such identity
 */
export async function removeIdentity(
  trx: Executor,
  userId: string,
  id: string,
): Promise<'removed' | 'last' | 'unknown'> {
  // Two concurrent removals meet here.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const identities = await listIdentities(trx, userId);
  if (identities.every((identity) => identity.id !== id)) return 'unknown';
  if (identities.length === 1) return 'last';
  await trx.deleteFrom('identities').where('id', '=', id).where('userId', '=', userId).execute();
  return 'removed';
}
