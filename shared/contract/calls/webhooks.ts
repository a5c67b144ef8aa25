import { uuidSchema } from '../primitives.ts';
import {
  newWebhookSchema,
  webhookChangesSchema,
  webhookDeliverySchema,
  webhookSchema,
  webhookSecretSchema,
} from '../webhooks.ts';
import { defineCall, idParams } from './define-call.ts';

export const listWebhooks = defineCall({
  method: 'GET',
  path: '/api/user/webhooks',
  tag: 'Webhooks',
  summary: "The account's webhooks, oldest first, without their secrets.",
  response: webhookSchema.array(),
  scope: null,
});

export const createWebhook = defineCall({
  method: 'POST',
  path: '/api/user/webhooks',
  tag: 'Webhooks',
  summary: 'Creates a webhook. The response contains its secret, which cannot be read again.',
  body: newWebhookSchema,
  response: webhookSecretSchema,
  rate: 'costly',
  errors: ['unprocessable'],
  scope: null,
});

export const updateWebhook = defineCall({
  method: 'PATCH',
  path: '/api/user/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Changes the address or the events of a webhook, or disables or enables it.',
  params: idParams,
  body: webhookChangesSchema,
  response: webhookSchema,
  errors: ['unprocessable'],
  scope: null,
});

export const rotateWebhookSecret = defineCall({
  method: 'POST',
  path: '/api/user/webhooks/:id/secret',
  tag: 'Webhooks',
  summary: 'Replaces the secret of a webhook. For 24 hours both secrets sign each request.',
  params: idParams,
  response: webhookSecretSchema,
  rate: 'costly',
  scope: null,
});

export const deleteWebhook = defineCall({
  method: 'DELETE',
  path: '/api/user/webhooks/:id',
  tag: 'Webhooks',
  summary: 'Deletes a webhook with its deliveries.',
  params: idParams,
  scope: null,
});

export const testWebhook = defineCall({
  method: 'POST',
  path: '/api/user/webhooks/:id/test',
  tag: 'Webhooks',
  summary: 'Sends the event `webhook.test` once to a webhook.',
  params: idParams,
  response: webhookDeliverySchema,
  rate: 'costly',
  errors: ['conflict'],
  scope: null,
});

export const listWebhookDeliveries = defineCall({
  method: 'GET',
  path: '/api/user/webhooks/:id/deliveries',
  tag: 'Webhooks',
  summary: 'The 50 newest deliveries of a webhook, newest first.',
  params: idParams,
  response: webhookDeliverySchema.array(),
  scope: null,
});

export const resendWebhookDelivery = defineCall({
  method: 'POST',
  path: '/api/user/webhooks/:id/deliveries/:deliveryId/resend',
  tag: 'Webhooks',
  summary: 'Sends a delivery again now, with the same `webhook-id`, whatever its state.',
  params: idParams.extend({ deliveryId: uuidSchema }),
  response: webhookDeliverySchema,
  rate: 'costly',
  errors: ['conflict'],
  scope: null,
});
