import type { Executor } from '#core/db/database.ts';
import type { Backend } from '#core/backend.ts';
import {
  claimProviderEvent,
  completePurchase,
  failPurchase,
  findPaidPurchase,
  findPurchase,
  type Purchase,
} from '#core/repositories/money/purchases.ts';
import { lockBalance, noteRefund, settleCredits } from '#core/repositories/money/refunds.ts';
import { dropUnmatchedPayment, storeUnmatchedPayment } from '#core/repositories/money/unmatched-payments.ts';
import type { PaymentEvent, PaymentProvider } from '../../payments/payment-provider.ts';
import { publishBalance } from './buy-credits.ts';

type BookableEvent = Exclude<PaymentEvent, { kind: 'other' }>;

/**
 * Books a provider's payment, and takes credits back for refunds and disputes. Events may be late, repeated,
 * concurrent and in any order: each counts once, and a booked purchase stays booked. Money that matches no
 * purchase books nothing and is recorded for an operator. It is not an error, since sending it again would
 * change nothing.
 */
export async function takePaymentEvent(
  backend: Backend,
  { provider }: { provider: PaymentProvider },
  event: PaymentEvent,
): Promise<void> {
  if (event.kind === 'other') return;
  const log = backend.log.child({ provider: provider.id, event: event.eventId });
  const concerned = await backend.db.transaction().execute(async (trx) => {
    const purchase = await purchaseOf(trx, provider, event);
    // Locked before the purchase, in the order of a run's end. An account that is being deleted no longer
    // exists afterwards.
    const isThere = purchase?.userId ? await lockBalance(trx, purchase.userId) : false;
    const wrong = purchase ? misfit(purchase, event, isThere) : 'it matches no purchase';
    if (!purchase || wrong) {
      log.error(
        { purchaseId: event.purchaseId, ref: event.ref, kind: event.kind },
        `payment event not booked: ${wrong}`,
      );
      const { eventId, kind, ref, amountCents, currency } = event;
      // Nothing was paid with a failed payment.
      if (kind !== 'failed') {
        const details = { provider: provider.id, eventId, kind, ref, amountCents, currency };
        await storeUnmatchedPayment(trx, { ...details, purchaseId: purchase?.id ?? null, reason: wrong! });
      }
      return null;
    }
    if (!(await claimProviderEvent(trx, provider.id, event.eventId))) return null;
    await dropUnmatchedPayment(trx, provider.id, event.eventId);
    const { moved, owed } = await book(trx, purchase, event);
    if (owed > 0) {
      log.error(
        { purchaseId: purchase.id, ref: event.ref, owed },
        'refunded credits were already spent: see npm run ops -- payments',
      );
    }
    return moved && isThere ? purchase.userId : null;
  });
  if (concerned) await publishBalance(backend, { userId: concerned });
}

/** Returns whether the account's pages must reload their credits, and how many credits it owes. */
async function book(
  trx: Executor,
  { id }: Purchase,
  event: BookableEvent,
): Promise<{ moved: boolean; owed: number }> {
  if (event.kind === 'failed') return { moved: await failPurchase(trx, id), owed: 0 };
  if (event.kind === 'paid') {
    const booked = await completePurchase(trx, id, event);
    // A refund may arrive before its payment.
    const { owed } = await settleCredits(trx, id, 'refund');
    return { moved: booked, owed };
  }
  const cents = event.amountCents ?? 0;
  if (event.kind === 'refunded') await noteRefund(trx, id, { kind: 'refund', cents });
  else {
    const kind = event.kind === 'dispute_won' ? 'dispute_won' : 'dispute';
    await noteRefund(trx, id, { kind, cents, ref: event.ref });
  }
  const { owed } = await settleCredits(trx, id, event.kind === 'refunded' ? 'refund' : 'dispute');
  return { moved: true, owed };
}

async function purchaseOf(trx: Executor, provider: PaymentProvider, event: BookableEvent) {
  const purchase = event.purchaseId
    ? await findPurchase(trx, event.purchaseId)
    : event.paymentRef !== null && isReversed(event)
      ? await findPaidPurchase(trx, provider.id, event.paymentRef)
      : undefined;
  return purchase?.provider === provider.id ? purchase : undefined;
}

const isReversed = ({ kind }: BookableEvent) => kind !== 'paid' && kind !== 'failed';

/** Returns why an event does not match this purchase or its terms; `null` if it does. */
function misfit(purchase: Purchase, event: BookableEvent, isThere: boolean): string | null {
  if (isReversed(event)) {
    // Any payer can name a purchase. Its own payment is known once it was booked.
    if (purchase.paymentRef !== null && purchase.paymentRef !== event.paymentRef)
      return 'it belongs to another payment';
    return event.currency === purchase.currency ? null : 'it is in another currency';
  }
  // An event may arrive before we stored the session.
  if (purchase.ref !== null && purchase.ref !== event.ref) return 'it belongs to another payment';
  if (event.kind === 'failed') return null;
  if (event.amountCents !== purchase.amountCents) return 'another amount was paid';
  if (event.currency !== purchase.currency) return 'it was paid in another currency';
  if (event.packSize !== purchase.packSize) return 'another pack was paid';
  return isThere ? null : 'the account was deleted, so the money must be refunded';
}
