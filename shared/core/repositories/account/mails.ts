import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Mails } from '../../db/types.generated.ts';

export type MailRow = Selectable<Mails>;

/** The most attempts to send a mail. */
export const MAIL_TRIES = 8;
/**
 * The delay before the second attempt, in seconds; it doubles each time. Longer than one attempt may take.
 */
const RETRY_SECONDS = 120;

/**
 * Returns the address of a user who wants mail; `undefined` if there is no address, or mail is switched off.
 */
export async function findMailAddress(db: Executor, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('user_settings as s', 's.user_id', 'users.id')
    .select(['users.email', 's.email_notifications'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row?.email || row.email_notifications === false) return undefined;
  return row.email;
}

/**
 * Stores a mail. A second one about the same run is ignored. `sent` is for an outbox that is only displayed.
 */
export async function insertMail(
  trx: Executor,
  mail: { userId: string; runId: string; recipient: string; subject: string; body: string; sent: boolean },
): Promise<void> {
  await trx
    .insertInto('mails')
    .values({
      user_id: mail.userId,
      run_id: mail.runId,
      recipient: mail.recipient,
      subject: mail.subject,
      body: mail.body,
      sent_at: mail.sent ? sql`now()` : null,
    })
    .onConflict((oc) => oc.column('run_id').doNothing())
    .execute();
}

/**
 * Claims the next due mail for one node. The next attempt is scheduled before this one starts, so another
 * node takes over if this one dies while sending.
 */
export async function claimMail(db: Executor): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set({
      tries: sql`tries + 1`,
      not_before: sql`now() + ${RETRY_SECONDS}::int * 2 ^ tries * interval '1 second'`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('tries', '<', MAIL_TRIES)
        .where('not_before', '<=', sql<Date>`now()`)
        .orderBy('not_before')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function setMailSent(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Stops further attempts: the receiving server rejected the mail permanently. */
export async function giveUpMail(db: Executor, id: string): Promise<void> {
  await db.updateTable('mails').set({ tries: MAIL_TRIES }).where('id', '=', id).execute();
}

/** The newest mails of a user. */
export async function listMails(db: Executor, userId: string): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
}
