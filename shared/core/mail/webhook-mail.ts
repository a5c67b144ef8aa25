import type { Config } from '../config/config.ts';
import type { Executor } from '../db/database.ts';
import { findMailAddress, insertMail } from '../repositories/account/mails.ts';

const REASONS = {
  gone: 'Its receiver responded with the status 410, which means that it wants no more events.',
  failing: 'Its deliveries have failed for five days.',
};

/** The longest address in a mail, in characters. */
const MAX_ADDRESS = 200;

/** Returns an address without its query, which may contain a password. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  return address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}…` : address;
}

/**
 * Stores the mail about a webhook that was disabled automatically, in the transaction that disabled it. No
 * mail is stored if nothing would send or show it, or if its owner wants no mail.
 */
export async function storeDisabledMail(
  trx: Executor,
  { mail, mode, publicUrl }: Pick<Config, 'mail' | 'mode' | 'publicUrl'>,
  { userId, url, disabledReason }: { userId: string; url: string; disabledReason: string | null },
): Promise<void> {
  if (!mail && mode !== 'local') return;
  const recipient = await findMailAddress(trx, userId);
  if (!recipient) return;
  const body = [
    `Cutroom disabled your webhook to ${shownAddress(url)}.`,
    disabledReason === 'gone' ? REASONS.gone : REASONS.failing,
    '',
    'It receives no events until you enable it again in the settings. There you can also send the events of the last days again.',
    '',
    new URL('/settings', publicUrl).href,
    '',
    'You receive this email because email notifications are on. You can switch them off in the settings.',
    '',
  ].join('\n');
  await insertMail(trx, {
    userId,
    runId: null,
    recipient,
    subject: 'Your webhook was disabled',
    body,
    sent: mail === null,
  });
}
