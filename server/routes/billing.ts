import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/billing.ts';
import type { Platform } from '#node/platform.ts';
import { readCredits, readLedger } from '#node/repositories/credits.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { buyCredits } from '../services/buy-credits.ts';

const MAX_ENTRIES = 1000;

/** The signed-in user's credits: what there is, how it came about, and more of it. */
export async function billingRoutes(
  app: FastifyInstance,
  { platform, payments }: { platform: Platform; payments: PaymentProvider | null },
) {
  const { db } = platform;

  handle(app, calls.readCredits, ({ userId }) => readCredits(db, userId));

  handle(app, calls.readLedger, ({ userId }) => readLedger(db, userId, MAX_ENTRIES));

  handle(app, calls.purchaseCredits, ({ body, userId, idempotencyKey }) =>
    buyCredits(platform, payments, userId, body, idempotencyKey),
  );
}
