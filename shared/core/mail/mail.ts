import type { RedisClient } from '../queue/redis.ts';
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
import { openMailTransport } from './transport.ts';

/**
 * Stores a mail about a finished run, in the transaction that ends the run. So there is exactly one, however
 * often that transaction is retried. No mail is stored if a page of the user is open, or if nothing would
 * send or show it.
 */
export function createRunMailer({ config, redis }: { config: Config; redis: RedisClient }) {
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
  mail: NonNullable<Config['mail']>,
  { db, log }: { db: Database; log: Logger },
): MailSender {
  const transport = openMailTransport(mail);
  return {
    async sendDue() {
      for (;;) {
        const due = await claimMail(db);
        if (!due) return;
        try {
          await transport.send(due);
          await setMailSent(db, due.id);
        } catch (error) {
          const { message, responseCode } = error as Error & { responseCode?: number };
          log.warn({ mailId: due.id, tries: due.tries, err: message }, 'mail not sent');
          if (responseCode !== undefined && responseCode >= 500) await giveUpMail(db, due.id);
        }
      }
    },
    close: transport.close,
  };
}
