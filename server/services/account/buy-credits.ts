import type { PurchaseRequest, PurchaseResult } from '#contract/credits.ts';
import { PACKS } from '#contract/packs.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { readCredits } from '#core/repositories/money/credits.ts';
import { once } from '#core/repositories/runs/idempotency.ts';
import {
  completePurchase,
  findPurchase,
  insertPurchase,
  setPurchaseRef,
} from '#core/repositories/money/purchases.ts';
import { findUser } from '#core/repositories/account/users.ts';
import type { PayingBackend } from '../../payments/payment-provider.ts';
import type { Caller, KeyedCaller } from '../caller.ts';

/**
 * Starts the purchase of a pack. A provider that is paid immediately also books it. The same key continues
 * the same purchase: it is booked once, and opens the same payment page.
 * @throws AppError `unavailable` if nothing is sold here; errors of the provider
 */
export async function buyCredits(
  backend: PayingBackend,
  { userId, idempotencyKey }: KeyedCaller,
  request: PurchaseRequest,
): Promise<PurchaseResult> {
  const { db, config, payments: provider } = backend;
  if (!provider) throw new AppError('unavailable', 'Payments are not set up here.');
  const { packSize, priceCents } = PACKS.find((pack) => pack.packSize === request.packSize)!;
  // Inserted before the provider is called, in its own transaction: no lock waits for the network.
  const { answer } = await db.transaction().execute((trx) =>
    once(trx, { userId, scope: 'purchase', key: idempotencyKey, request }, async () => ({
      purchaseId: await insertPurchase(trx, {
        userId,
        provider: provider.id,
        packSize,
        amountCents: priceCents,
      }),
    })),
  );
  const purchase = (await findPurchase(db, answer.purchaseId))!;
  if (purchase.state === 'completed') return completed(backend, { userId }, purchase.id);
  if (purchase.state === 'failed' || purchase.provider !== provider.id) {
    throw new AppError('conflict', 'This purchase was not completed. Please start again.');
  }
  const user = await findUser(db, userId);
  const checkout = await provider.begin({
    purchase,
    user: { email: user?.email ?? null },
    successUrl: `${config.publicUrl}/billing?purchase=success`,
    cancelUrl: `${config.publicUrl}/billing?purchase=cancelled`,
  });
  if (checkout.status === 'redirect') {
    if (!(await setPurchaseRef(db, purchase.id, checkout.ref))) {
      await provider.endCheckout?.(checkout.ref);
      throw new AppError('unauthorized', 'Unauthorized');
    }
    return { status: 'redirect', url: checkout.url, purchaseId: purchase.id };
  }
  const booked = await db
    .transaction()
    .execute((trx) => completePurchase(trx, purchase.id, { ref: checkout.ref, paymentRef: checkout.ref }));
  if (booked) await publishBalance(backend, { userId });
  return completed(backend, { userId }, purchase.id);
}

/** Makes the user's pages reload their credits. Call it after the commit. */
export async function publishBalance(
  { db, bus }: Pick<Backend, 'db' | 'bus'>,
  { userId }: Caller,
): Promise<void> {
  const { totalCredits } = await readCredits(db, userId);
  bus.publish(userId, 'credits.changed', { totalCredits });
}

async function completed({ db }: Backend, { userId }: Caller, purchaseId: string): Promise<PurchaseResult> {
  const purchase = await findPurchase(db, purchaseId);
  const { allPacks } = await readCredits(db, userId);
  const pack = allPacks.find((candidate) => candidate.id === purchase?.packId);
  if (!pack) throw new Error('A completed purchase has no pack.');
  return { status: 'completed', pack };
}
