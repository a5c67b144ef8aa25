import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/webhooks.ts';
import type { Backend } from '#core/backend.ts';
import { listWebhooks } from '#core/repositories/webhooks/webhooks.ts';
import { handle } from '../handle.ts';
import { listOwnDeliveries, resendOwnDelivery, sendTest } from '../services/webhooks/deliveries.ts';
import {
  changeWebhook,
  createOwnWebhook,
  removeWebhook,
  rotateSecret,
} from '../services/webhooks/manage-webhooks.ts';

/** The signed-in user's webhooks. */
export async function webhookRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  handle(app, calls.listWebhooks, ({ userId }) => listWebhooks(backend.db, userId));

  handle(app, calls.createWebhook, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return createOwnWebhook(backend, caller, body);
  });

  handle(app, calls.updateWebhook, ({ caller, params, body }) =>
    changeWebhook(backend, caller, { webhookId: params.id }, body),
  );

  handle(app, calls.rotateWebhookSecret, ({ caller, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(backend, caller, { webhookId: params.id });
  });

  handle(app, calls.deleteWebhook, ({ caller, params }) =>
    removeWebhook(backend, caller, { webhookId: params.id }),
  );

  handle(app, calls.testWebhook, ({ caller, params }) => sendTest(backend, caller, { webhookId: params.id }));

  handle(app, calls.listWebhookDeliveries, ({ caller, params }) =>
    listOwnDeliveries(backend, caller, { webhookId: params.id }),
  );

  handle(app, calls.resendWebhookDelivery, ({ caller, params }) =>
    resendOwnDelivery(backend, caller, { webhookId: params.id, deliveryId: params.deliveryId }),
  );
}
