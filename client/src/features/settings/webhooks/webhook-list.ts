import type { Webhook } from '#contract/webhooks.ts';
import * as calls from '#contract/calls/index.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

export const webhookList = reading(calls.listWebhooks, {});

/** Shows a new or changed webhook in the list. */
export function showWebhook({ id, ...changed }: Webhook): void {
  queryClient.setQueryData(webhookList.queryKey, (webhooks) => {
    if (!webhooks?.some((webhook) => webhook.id === id)) return webhooks && [...webhooks, { id, ...changed }];
    return webhooks.map((webhook) => (webhook.id === id ? { id, ...changed } : webhook));
  });
}

/** Removes a webhook from the list. */
export function hideWebhook(id: string): void {
  queryClient.setQueryData(webhookList.queryKey, (webhooks) =>
    webhooks?.filter((webhook) => webhook.id !== id),
  );
}
