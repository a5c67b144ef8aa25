import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/billing.ts';
import type { Backend } from '#core/backend.ts';
import { readCreditEntries, readCredits } from '#core/repositories/money/credits.ts';
import { handle } from '../handle.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { buyCredits } from '../services/account/buy-credits.ts';

const MAX_ENTRIES = 1000;

/** The signed-in user's credits: balance, history and purchase. */
export async function billingRoutes(
  app: FastifyInstance,
  { backend, payments }: { backend: Backend; payments: PaymentProvider | null },
) {
  const { db } = backend;

  handle(app, calls.readCredits, ({ userId }) => readCredits(db, userId));

  handle(app, calls.readLedger, ({ userId }) => readCreditEntries(db, userId, MAX_ENTRIES));

  handle(app, calls.purchaseCredits, ({ body, userId, idempotencyKey }) =>
    buyCredits({ ...backend, payments }, { userId, idempotencyKey }, body),
  );
}
