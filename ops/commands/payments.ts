import { uuidSchema } from '#contract/primitives.ts';
import {
  listOwedCredits,
  listUnmatchedPayments,
  settleUnmatchedPayment,
} from '#core/repositories/money/unmatched-payments.ts';
import { type Command, UsageError } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';

const money = (cents: number | null, currency: string | null) =>
  cents === null ? '' : `${(cents / 100).toFixed(2)} ${currency ?? ''}`.trim();

export const payments: Command = {
  usage: '[--settle id]',
  summary:
    'lists payments that match no purchase, and refunds of spent credits; --settle removes one from the list',
  options: { settle: { type: 'string' } },
  arguments: 0,
  async run({ db, print }, values) {
    const id = values['settle'];
    if (id !== undefined) {
      if (!uuidSchema.safeParse(id).success) throw new UsageError('--settle must be the id of a payment.');
      const settled = await settleUnmatchedPayment(db(), String(id));
      print(settled ? 'The payment is settled.' : 'There is no such open payment.');
      return settled ? 0 : 1;
    }
    const [unmatched, owed] = [await listUnmatchedPayments(db()), await listOwedCredits(db())];
    if (unmatched.length === 0) print('Every payment matches a purchase.');
    else {
      const rows = unmatched.map((payment) => [
        payment.id,
        payment.createdAt.toISOString().slice(0, 19),
        payment.kind,
        money(payment.amountCents, payment.currency),
        `${payment.provider} ${payment.ref}`,
        payment.reason,
      ]);
      for (const line of tableLines(['PAYMENT', 'TOLD (UTC)', 'KIND', 'AMOUNT', 'AT', 'WHY'], rows))
        print(line);
    }
    if (owed.length === 0) print('No refund is short of credits.');
    else {
      const rows = owed.map((purchase) => [
        purchase.id,
        purchase.createdAt.toISOString().slice(0, 19),
        purchase.disputedCents > 0 ? 'dispute' : 'refund',
        `${purchase.owedCredits} of ${purchase.packSize}`,
        `${purchase.provider} ${purchase.providerRef}`,
      ]);
      for (const line of tableLines(['PURCHASE', 'BEGUN (UTC)', 'BY', 'CREDITS SPENT', 'AT'], rows))
        print(line);
    }
    return 0;
  },
};
