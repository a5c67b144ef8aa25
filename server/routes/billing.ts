import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  creditLedgerSchema,
  creditsSchema,
  purchaseRequestSchema,
  purchaseResultSchema,
} from '#contract/credits.ts';
import type { Platform } from '#node/platform.ts';
import { readCredits, readLedger } from '#node/repositories/credits.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { requireUser, userIdOf } from '../plugins/session.ts';
import { buyCredits } from '../services/buy-credits.ts';
import { idempotencyHeaders } from './projects.ts';

const MAX_ENTRIES = 1000;

/** The signed-in user's credits: what there is, how it came about, and more of it. */
export async function billingRoutes(
  root: FastifyInstance,
  { platform, payments }: { platform: Platform; payments: PaymentProvider | null },
) {
  const { db } = platform;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', requireUser);

  app.get('/api/user/credits', { schema: { response: { 200: creditsSchema } } }, (request) =>
    readCredits(db, userIdOf(request)),
  );

  app.get('/api/user/credits/ledger', { schema: { response: { 200: creditLedgerSchema } } }, (request) =>
    readLedger(db, userIdOf(request), MAX_ENTRIES),
  );

  app.post(
    '/api/purchase-credits',
    {
      schema: {
        body: purchaseRequestSchema,
        headers: idempotencyHeaders,
        response: { 200: purchaseResultSchema },
      },
    },
    (request) =>
      buyCredits(platform, payments, userIdOf(request), request.body, request.headers['idempotency-key']),
  );
}
