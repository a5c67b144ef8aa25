import { randomUUID } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { MailText } from './run-mail.ts';
import { openMailTransport } from './transport.ts';

/** The longest reason of a failure, in characters. */
const MAX_REASON = 200;

export interface InvitationMailer {
  /** Sends an invitation. @returns why it was not sent; `null` if the mail server accepted it */
  send(email: string): Promise<string | null>;
  close(): void;
}

/** Opens a sender of invitations. Once the mail server does not respond, no further mail is tried. */
export function openInvitationMailer(
  mail: NonNullable<Config['mail']>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): InvitationMailer {
  const transport = openMailTransport(mail);
  let silence: string | null = null;
  return {
    async send(email) {
      if (silence !== null) return silence;
      try {
        const text = writeInvitationMail(publicUrl, email);
        await transport.send({ id: randomUUID(), recipient: email, ...text });
        return null;
      } catch (error) {
        const { message, responseCode } = error as Error & { responseCode?: number };
        const reason = message
          .slice(0, MAX_REASON)
          .replaceAll(/[\p{Cc}\s]+/gu, ' ')
          .trim();
        if (responseCode === undefined) silence = reason;
        return reason;
      }
    },
    close: transport.close,
  };
}

function writeInvitationMail(publicUrl: string, email: string): MailText {
  return {
    subject: 'Your invitation to Cutroom',
    body: [
      'You are invited to Cutroom, which turns videos into one film.',
      '',
      `Sign in with your address ${email}:`,
      '',
      new URL('/sign-in', publicUrl).href,
      '',
      'The invitation is for this address only. If you do not want to join, ignore this email.',
      '',
    ].join('\n'),
  };
}
