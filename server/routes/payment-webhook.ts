import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Backend } from '#core/backend.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { takePaymentEvent } from '../services/account/take-payment-event.ts';

const receivedSchema = z.object({ received: z.literal(true) });

/** Webhooks of payment providers. The signature of the raw bytes is the authorisation. */
export async function paymentWebhookRoutes(
  app: FastifyInstance,
  { backend, payments }: { backend: Backend; payments: PaymentProvider | null },
) {
  if (!payments?.parseEvent) return;
  const provider = payments;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.post<{ Body: Buffer | undefined }>(
    `/api/payments/${provider.id}/webhook`,
    { schema: { hide: true, response: { 200: receivedSchema } } },
    async (request) => {
      const event = provider.parseEvent!(request.body ?? Buffer.alloc(0), request.headers);
      await takePaymentEvent(backend, { provider }, event);
      return { received: true };
    },
  );
}
