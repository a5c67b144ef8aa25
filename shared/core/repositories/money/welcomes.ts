import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/**
 * Creates what remains of an identity whose account is deleted, so that it gets welcome credits only once.
 * Without SECRET, no one can identify the person or test guesses.
 */
export function createWelcomeMark(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom welcome credits', 32));
  return ({ issuer, subject }: { issuer: string; subject: string }): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([issuer, subject]))
      .digest('base64url');
}
export type WelcomeMark = ReturnType<typeof createWelcomeMark>;

/** Whether an identity got welcome credits with a deleted account. */
export async function wasWelcomed(db: Executor, mark: string): Promise<boolean> {
  const row = await db
    .selectFrom('welcomedIdentities')
    .select('mark')
    .where('mark', '=', mark)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the identities of a user who got welcome credits. Call it in the transaction that deletes the account. */
export async function markWelcomed(trx: Executor, userId: string, markOf: WelcomeMark): Promise<void> {
  const identities = await trx
    .selectFrom('identities')
    .select(['issuer', 'subject'])
    .where('userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('creditPacks')
          .select(sql`1`.as('one'))
          .where('creditPacks.userId', '=', userId)
          .where('creditPacks.kind', '=', 'welcome'),
      ),
    )
    .execute();
  if (identities.length === 0) return;
  await trx
    .insertInto('welcomedIdentities')
    .values(identities.map((identity) => ({ mark: markOf(identity) })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}
