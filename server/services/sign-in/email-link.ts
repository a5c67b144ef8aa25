import { randomBytes, randomUUID } from 'node:crypto';
import type { Backend } from '#core/backend.ts';
import { AppError, TryLaterError } from '#core/lib/errors.ts';
import type { MailTransport } from '#core/mail/transport.ts';
import { isToken } from '#core/repositories/account/sessions.ts';
import { upsertUser } from '#core/repositories/account/users.ts';
import {
  consumeSignInLink,
  createSignInLink,
  deleteSignInLink,
  LINK_MINUTES,
} from '#core/repositories/people/sign-in-links.ts';
import { type Caller, joinTerms } from './sign-in.ts';

type Parts = Pick<Backend, 'config' | 'db' | 'log'>;

/** The issuer of identities that are e-mail addresses. */
export const EMAIL_ISSUER = 'email';
/** How many valid links one address may have. */
export const LINKS_PER_ADDRESS = 5;

/**
 * Sends a link that signs in the owner of an e-mail address. Nothing depends on whether the address has an
 * account.
 * @returns the token of the browser, for its cookie
 * @throws AppError if the address has too many valid links, or the mail server refuses the mail
 */
export async function requestLink(
  { config, db, log }: Parts,
  _caller: Caller,
  { transport }: { transport: MailTransport },
  { email: typed, browser: known }: { email: string; browser: string | undefined },
): Promise<string> {
  const email = typed.toLowerCase();
  // Several links of one browser stay valid, so that a slow mail is not overtaken.
  const browser = known && isToken(known) ? known : randomBytes(32).toString('base64url');
  const token = await db
    .transaction()
    .execute((trx) => createSignInLink(trx, { email, browser, most: LINKS_PER_ADDRESS }));
  if (!token) {
    throw new TryLaterError(
      `This address already has ${LINKS_PER_ADDRESS} links. Use one of them, or wait ${LINK_MINUTES} minutes.`,
      LINK_MINUTES * 60,
    );
  }
  const mail = { id: randomUUID(), recipient: email, ...writeLinkMail(config.publicUrl, token) };
  try {
    await transport.send(mail);
  } catch (error) {
    log.warn({ err: (error as Error).message }, 'sign-in mail not sent');
    await deleteSignInLink(db, token);
    throw new AppError('unavailable', 'The email could not be sent. Check the address, or try again later.');
  }
  return browser;
}

/**
 * Signs in by the token of a link.
 * @returns the user's ID
 * @throws AppError `gone` if the link is unknown, old, used, or of another browser
 */
export async function confirmLink(
  { config, db }: Parts,
  _caller: Caller,
  _ids: Record<never, never>,
  { token, browser }: { token: string; browser: string | undefined },
): Promise<string> {
  const email = browser && isToken(browser) ? await consumeSignInLink(db, { token, browser }) : undefined;
  if (!email) {
    throw new AppError(
      'gone',
      `This link was used, is older than ${LINK_MINUTES} minutes, or was requested in another browser. Request a new one here.`,
    );
  }
  const identity = {
    issuer: EMAIL_ISSUER,
    subject: email,
    email,
    emailVerified: true,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  };
  return db.transaction().execute((trx) => upsertUser(trx, identity, joinTerms(config)));
}

/** The token is behind the #, so that no server, proxy or log receives it with the page's request. */
function writeLinkMail(publicUrl: string, token: string): { subject: string; body: string } {
  return {
    subject: 'Your link to Cutroom',
    body: [
      'Open this link to sign in to Cutroom:',
      '',
      `${new URL('/sign-in/email', publicUrl).href}#${token}`,
      '',
      `It works once, within ${LINK_MINUTES} minutes, in the browser in which you requested it.`,
      'If you did not request it, ignore this email: no one else can use the link.',
      '',
    ].join('\n'),
  };
}
