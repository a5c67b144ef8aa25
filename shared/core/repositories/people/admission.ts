import { sql } from 'kysely';
import type { RefusalReason } from '#contract/sign-in.ts';
import type { SignUp } from '../../config/sign-in-config.ts';
import type { Executor } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';

const SENTENCES: Record<RefusalReason, string> = {
  closed: 'This installation accepts no new accounts.',
  invited: 'This installation accepts only people who were invited.',
  domains: 'This installation accepts only addresses of its own organisation.',
  unverified: 'Your sign-in did not confirm your email address, which this installation requires.',
  suspended: 'This account is suspended.',
};

/** A person who may not sign in. `details.reason` is for the page. */
export class NotAdmittedError extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('forbidden', SENTENCES[reason], { reason });
    this.reason = reason;
  }
}

/**
 * Admits a new person, and records that their invitation is accepted.
 * @throws NotAdmittedError
 */
export async function admitNew(
  trx: Executor,
  { email, emailVerified }: { email: string | null; emailVerified: boolean },
  { mode, domains }: SignUp,
): Promise<void> {
  if (mode === 'open') return;
  if (mode === 'closed') throw new NotAdmittedError('closed');
  if (email === null || !emailVerified) throw new NotAdmittedError('unverified');
  const address = email.toLowerCase();
  if (mode === 'domains' && domains.includes(address.slice(address.lastIndexOf('@') + 1))) return;
  const invited = await trx
    .updateTable('invitations')
    .set({ acceptedAt: sql`now()` })
    .where('email', '=', address)
    .returning('email')
    .executeTakeFirst();
  if (!invited) throw new NotAdmittedError(mode);
}

/**
 * Invites an address.
 * @returns `new`; for an address that was invited before, `waiting` or, if its person has joined, `accepted`
 */
export async function inviteAddress(db: Executor, email: string): Promise<'new' | 'waiting' | 'accepted'> {
  const address = email.toLowerCase();
  const added = await db
    .insertInto('invitations')
    .values({ email: address })
    .onConflict((oc) => oc.doNothing())
    .returning('email')
    .executeTakeFirst();
  if (added) return 'new';
  const invitation = await db
    .selectFrom('invitations')
    .select('acceptedAt')
    .where('email', '=', address)
    .executeTakeFirst();
  return invitation?.acceptedAt ? 'accepted' : 'waiting';
}

/** Withdraws an invitation. An account that accepted it stays. Returns `false` for an unknown one. */
export async function withdrawInvitation(db: Executor, email: string): Promise<boolean> {
  const row = await db
    .deleteFrom('invitations')
    .where('email', '=', email.toLowerCase())
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

/** All invitations, newest first. */
export async function listInvitations(db: Executor, limit: number) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('email')
    .limit(limit)
    .execute();
}

/** Removes a user's addresses from invitations, sign-in links and the audit. */
export async function deleteAddressesOf(trx: Executor, userId: string): Promise<void> {
  const addresses = sql`(SELECT lower(email) FROM users WHERE id = ${userId}
    UNION SELECT lower(email) FROM identities WHERE user_id = ${userId})`;
  await sql`DELETE FROM invitations WHERE email IN ${addresses}`.execute(trx);
  await sql`DELETE FROM sign_in_links WHERE email IN ${addresses}`.execute(trx);
  await sql`UPDATE audit_entries SET detail = detail - 'email' WHERE detail ->> 'email' IN ${addresses}`.execute(
    trx,
  );
}
