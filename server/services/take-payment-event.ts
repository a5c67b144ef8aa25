import type { Executor } from '#node/db/database.ts';
import type { Platform } from '#node/platform.ts';
import {
  claimProviderEvent,
  completePurchase,
  failPurchase,
  findPurchase,
  type Purchase,
} from '#node/repositories/purchases.ts';
import type { PaymentEvent, PaymentProvider } from '../payments/payment-provider.ts';
import { tellBalance } from './buy-credits.ts';

type Told = Exclude<PaymentEvent, { kind: 'other' }>;

/**
 * Books what a provider says was paid. Events come late, twice, at once and in any order: each counts once, and a
 * booked purchase stays booked. What does not fit a purchase of ours is logged and books nothing; sending it again
 * would change nothing, so it is no error.
 */
export async function takePaymentEvent(
  platform: Platform,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<void> {
  if (event.kind === 'other') return;
  const log = platform.log.child({ provider: provider.id, event: event.eventId });
  const concerned = await platform.db.transaction().execute(async (trx) => {
    const purchase = await purchaseOf(trx, provider, event);
    const wrong = purchase ? misfit(purchase, event) : 'it is of no purchase of ours';
    if (!purchase || wrong) {
      log.error({ purchaseId: event.purchaseId, ref: event.ref }, `a payment event books nothing: ${wrong}`);
      return null;
    }
    if (!(await claimProviderEvent(trx, provider.id, event.eventId))) return null;
    if (event.kind === 'failed') {
      return (await failPurchase(trx, purchase.id)) ? purchase.userId : null;
    }
    return (await completePurchase(trx, purchase.id, event.ref)) ? purchase.userId : null;
  });
  if (concerned) await tellBalance(platform, concerned);
}

async function purchaseOf(trx: Executor, provider: PaymentProvider, event: Told) {
  const purchase = event.purchaseId ? await findPurchase(trx, event.purchaseId) : undefined;
  return purchase?.provider === provider.id ? purchase : undefined;
}

/** Why an event is not about this purchase, or was paid otherwise than it was offered. */
function misfit(purchase: Purchase, event: Told): string | null {
  // An event can be quicker than our own note of the session.
  if (purchase.ref !== null && purchase.ref !== event.ref) return 'it is of another payment';
  if (event.kind === 'failed') return null;
  if (event.amountCents !== purchase.amountCents) return 'another amount was paid';
  if (event.currency !== purchase.currency) return 'it was paid in another currency';
  if (event.packSize !== purchase.packSize) return 'another pack was paid';
  return purchase.userId === null ? 'the account was deleted, the money is to be given back' : null;
}
