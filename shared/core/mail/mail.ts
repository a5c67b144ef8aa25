import type { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Logger } from '../lib/logger.ts';
import { isHere } from '../bus/presence.ts';
import {
  claimMail,
  findMailAddress,
  giveUpMail,
  insertMail,
  setMailSent,
} from '../repositories/account/mails.ts';
import type { OwnedRun } from '../repositories/runs/runs.ts';
import { writeRunMail } from './run-mail.ts';

/** The time limit of one attempt, in ms. */
const CONNECT_MS = 20_000;
const IDLE_MS = 30_000;

/**
 * Stores a mail about a finished run, in the transaction that ends the run. So there is exactly one, however
 * often that transaction is retried. No mail is stored if a page of the user is open, or if nothing would
 * send or show it.
 */
export function createRunMailer({ config, redis }: { config: Config; redis: Redis }) {
  return async (trx: Executor, { userId, run }: OwnedRun): Promise<void> => {
    if (!config.mail && config.mode !== 'local') return;
    const text = writeRunMail(run, config.publicUrl);
    if (!text || (await isHere(redis, config.redisPrefix, userId))) return;
    const recipient = await findMailAddress(trx, userId);
    if (!recipient) return;
    await insertMail(trx, { userId, runId: run.id, recipient, ...text, sent: config.mail === null });
  };
}

export interface MailSender {
  /** Sends due mails. Several nodes may call it concurrently. */
  sendDue(): Promise<void>;
  close(): void;
}

/** Creates a sender of mails by SMTP. */
export function openMailSender(
  { smtpUrl, from }: NonNullable<Config['mail']>,
  { db, log }: { db: Database; log: Logger },
): MailSender {
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
    async sendDue() {
      for (;;) {
        const mail = await claimMail(db);
        if (!mail) return;
        try {
          await transport.sendMail({
            from,
            to: { name: '', address: mail.recipient },
            subject: mail.subject,
            text: mail.body,
            // The same for each attempt, so that a mail that arrives twice is shown once.
            messageId: `<${mail.id}@${host}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          });
          await setMailSent(db, mail.id);
        } catch (error) {
          const { message, responseCode } = error as Error & { responseCode?: number };
          log.warn({ mailId: mail.id, tries: mail.tries, err: message }, 'mail not sent');
          if (responseCode !== undefined && responseCode >= 500) await giveUpMail(db, mail.id);
        }
      }
    },
    close: () => transport.close(),
  };
}
