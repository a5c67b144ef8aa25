import * as calls from '#contract/calls/index.ts';
import type { Credits, PurchaseResult } from '#contract/credits.ts';
import type { PackSize } from '#contract/packs.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';
import { toast } from '../../lib/toast.ts';

interface Intent {
  key: string;
  packSize: PackSize;
}

/** A purchase that is being paid on another page, with the number of packs before it. */
interface Checkout {
  purchaseId: string;
  packSize: PackSize;
  boughtBefore: number;
}

const INTENT = 'cutroom.purchase';
const CHECKOUT = 'cutroom.checkout';

export const countBought = (credits: Credits | undefined): number =>
  credits?.allPacks.filter((pack) => pack.kind === 'purchase').length ?? 0;

/**
 * Buys a pack. The key is retained until there is a response: after a broken connection, the same intention
 * is the same purchase. Every response ends it, successful or not.
 */
export async function buyPack(packSize: PackSize): Promise<PurchaseResult> {
  const stored = readSession<Intent>(INTENT);
  const key = stored?.packSize === packSize ? stored.key : crypto.randomUUID();
  writeSession(INTENT, { key, packSize } satisfies Intent);
  try {
    const result = await call(calls.purchaseCredits, {
      body: { packSize },
      idempotencyKey: key,
    });
    writeSession(INTENT, null);
    return result;
  } catch (error) {
    if (error instanceof ApiError) writeSession(INTENT, null);
    throw error;
  }
}

/** Opens the provider's page. Stores the data that shows on return whether the purchase was booked. */
export function leaveToPay(
  packSize: PackSize,
  { purchaseId, url }: { purchaseId: string; url: string },
): void {
  const boughtBefore = countBought(queryClient.getQueryData(keys.credits));
  writeSession(CHECKOUT, { purchaseId, packSize, boughtBefore } satisfies Checkout);
  window.location.assign(url);
}

export const readCheckout = (): Checkout | null => readSession<Checkout>(CHECKOUT);
export const forgetCheckout = (): void => writeSession(CHECKOUT, null);

export function announcePurchase(packSize: number): void {
  toast({ title: 'Credits Purchased', description: `${packSize} credits were added to your account.` });
}
