import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';

/** The time limit of one attempt, in ms. */
const CONNECT_MS = 20_000;
const IDLE_MS = 30_000;

export interface MailToSend {
  /** The same for each attempt, so that a mail that arrives twice is shown once. */
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

export interface MailTransport {
  /** Sends a mail once. @throws Error with SMTP's `responseCode` if the server responded with one */
  send(mail: MailToSend): Promise<void>;
  close(): void;
}

/** Opens the connection to the mail server, on demand. */
export function openMailTransport({ smtpUrl, from }: NonNullable<Config['mail']>): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from
    .split('@')
    .at(-1)!
    .replaceAll(/[^\w.-]/g, '');
  return {
    async send({ id, recipient, subject, body }) {
      await transport.sendMail({
        from,
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
