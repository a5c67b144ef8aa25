import { useState, type ReactElement } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { webhookList } from './webhook-list.ts';
import { DELIVERY_STATES, describeDelivery, eventName } from './webhook-words.ts';

/** The interval at which the list is read while a delivery is pending, in ms. */
const POLL_MS = 3000;

interface DeliveriesDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** The newest deliveries of a webhook, with buttons that send one again, and a test event. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps): ReactElement {
  const { id, url, disabled } = webhook;
  const query = reading(calls.listWebhookDeliveries, { params: { id } });
  const deliveries = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'pending') ? POLL_MS : false),
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = useMutation({
    mutationFn: (delivery: WebhookDelivery | null) =>
      delivery
        ? call(calls.resendWebhookDelivery, { params: { id, deliveryId: delivery.id } })
        : call(calls.testWebhook, { params: { id } }),
    onMutate: () => setProblem(null),
    onSuccess: (sent) => {
      queryClient.setQueryData(query.queryKey, (known) =>
        known?.some((one) => one.id === sent.id)
          ? known.map((one) => (one.id === sent.id ? sent : one))
          : [sent, ...(known ?? [])],
      );
    },
    onError: (error) =>
      reportFailure(error, { fallback: 'Could not send the event. Please try again.', report: setProblem }),
  });
  // An attempt may have ended or begun a failure of the webhook.
  const close = (): void => {
    void queryClient.invalidateQueries({ queryKey: webhookList.queryKey });
    onClose();
  };
  const inactive = send.isPending || disabled !== null;
  return (
    <Modal title="Deliveries" lead={<span className="wrap-anywhere">{url}</span>} open onClose={close}>
      <div className="space-y-4 overflow-y-auto p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted min-w-0 flex-1 basis-48 text-xs">
            {disabled
              ? 'Enable the webhook to send events.'
              : 'Failed deliveries are retried for a day, at growing intervals.'}
          </p>
          <Button inactive={inactive} onClick={() => send.mutate(null)}>
            Send Test Event
          </Button>
        </div>
        {problem ? (
          <Notice tone="danger" urgent error={problem.error}>
            {problem.text}
          </Notice>
        ) : null}
        {deliveries.data ? (
          <DeliveryList deliveries={deliveries.data} inactive={inactive} onResend={send.mutate} />
        ) : deliveries.isError ? (
          <Notice
            tone="danger"
            error={deliveries.error}
            action={<Button onClick={() => void deliveries.refetch()}>Try Again</Button>}
          >
            Could not load the deliveries.
          </Notice>
        ) : (
          <p className="text-muted text-sm">Loading...</p>
        )}
      </div>
    </Modal>
  );
}

interface DeliveryListProps {
  deliveries: WebhookDelivery[];
  inactive: boolean;
  onResend: (delivery: WebhookDelivery) => void;
}

function DeliveryList({ deliveries, inactive, onResend }: DeliveryListProps): ReactElement {
  if (deliveries.length === 0) return <p className="text-muted text-sm">Nothing was sent yet.</p>;
  return (
    <ul aria-label="Deliveries" className="divide-line border-line divide-y border-t">
      {deliveries.map((delivery) => {
        const { label, tone } = DELIVERY_STATES[delivery.state];
        return (
          <li key={delivery.id} className="flex items-center justify-between gap-4 py-3 last:pb-0">
            <div className="min-w-0 space-y-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{eventName(delivery.type)}</span>
                <Badge tone={tone}>{label}</Badge>
              </p>
              <p className="text-muted text-xs">{describeDelivery(delivery)}</p>
              {delivery.error ? <p className="text-xs break-words">{delivery.error}</p> : null}
            </div>
            <Button
              size="sm"
              inactive={inactive}
              aria-label={`Resend ${eventName(delivery.type)}, ${describeDelivery(delivery)}`}
              onClick={() => onResend(delivery)}
            >
              Resend
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
