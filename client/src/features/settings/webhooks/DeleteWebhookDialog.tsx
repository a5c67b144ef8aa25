import type { ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast.ts';
import { ConfirmDialog, removed } from '../parts/ConfirmDialog.tsx';
import { hideWebhook } from './webhook-list.ts';

interface DeleteWebhookDialogProps {
  webhook: Webhook;
  /** The ID of the element that receives the focus, since the webhook's own button disappears. */
  returnTo: string;
  onClose: () => void;
}

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, returnTo, onClose }: DeleteWebhookDialogProps): ReactElement {
  return (
    <ConfirmDialog
      title="Delete Webhook"
      lead="Deletes the webhook and its list of deliveries. Undelivered events are lost. This cannot be undone."
      button="Delete Webhook"
      busyButton="Deleting..."
      work={() => removed(call(calls.deleteWebhook, { params: { id: webhook.id } }))}
      fallback="Could not delete the webhook. Please try again."
      onDone={() => {
        hideWebhook(webhook.id);
        toast({ title: 'Webhook Deleted', description: 'It receives no more events.' });
        onClose();
      }}
      onClose={onClose}
      returnTo={returnTo}
    />
  );
}
