import { hash as digest, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** How long a link is valid. */
export const LINK_MINUTES = 15;

const hash = (token: string) => digest('sha256', token, 'base64url');
const isValid = sql<boolean>`created_at > now() - ${LINK_MINUTES}::int * interval '1 minute'`;

/**
 * Creates a link's token for an address and a browser. Call it in a transaction.
 * @returns `undefined` if the address already has this many valid links
 */
export async function createSignInLink(
  trx: Executor,
  { email, browser, most }: { email: string; browser: string; most: number },
): Promise<string | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in link ${email}`}, 0))`.execute(trx);
  await trx
    .deleteFrom('signInLinks')
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  const { count } = await trx
    .selectFrom('signInLinks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('email', '=', email)
    .where(isValid)
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('signInLinks')
    .values({ tokenHash: hash(token), browserHash: hash(browser), email })
    .execute();
  return token;
}

/**
 * Consumes a link. Returns its address; `undefined` if the link is unknown, old, used, or of another browser.
 * The last one leaves the link valid for its browser.
 */
export async function consumeSignInLink(
  db: Executor,
  { token, browser }: { token: string; browser: string },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('signInLinks')
    .where('tokenHash', '=', hash(token))
    .where('browserHash', '=', hash(browser))
    .where(isValid)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Deletes a link whose mail was not sent. */
export async function deleteSignInLink(db: Executor, token: string): Promise<void> {
  await db.deleteFrom('signInLinks').where('tokenHash', '=', hash(token)).execute();
}
