import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import type { Mails } from '../../db/types.generated.ts';

export type MailRow = Selectable<Mails>;

/** The maximum number of attempts to send a mail. */
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
    .leftJoin('userSettings as s', 's.userId', 'users.id')
    .select(['users.email', 's.emailNotifications'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row?.email || row.emailNotifications === false) return undefined;
  return row.email;
}

/**
 * Stores a mail. A second one about the same run is ignored. `sent` is for an outbox that is only displayed.
 */
export async function insertMail(
  trx: Executor,
  mail: {
    userId: string;
    /** The run that it reports; `null` for another subject. */
    runId: string | null;
    recipient: string;
    subject: string;
    body: string;
    sent: boolean;
  },
): Promise<void> {
  await trx
    .insertInto('mails')
    .values({
      userId: mail.userId,
      runId: mail.runId,
      recipient: mail.recipient,
      subject: mail.subject,
      body: mail.body,
      sentAt: mail.sent ? sql`now()` : null,
    })
    .onConflict((oc) => oc.column('runId').doNothing())
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
      notBefore: sql`now() + ${RETRY_SECONDS}::int * 2 ^ tries * interval '1 second'`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sentAt', 'is', null)
        .where('tries', '<', MAIL_TRIES)
        .where('notBefore', '<=', sql<Date>`now()`)
        .orderBy('notBefore')
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
    .set({ sentAt: sql`now()` })
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
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute();
}
