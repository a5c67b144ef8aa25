import { useState, type ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { failure } from '../parts/failure.ts';
import { showWebhook } from './webhook-list.ts';
import { describeWebhook, eventName } from './webhook-words.ts';

/** The actions with a dialog. */
export type WebhookAction = 'deliveries' | 'edit' | 'rotate' | 'delete';

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (action: WebhookAction) => void;
}

/** A webhook with its events, its state and its buttons. */
export function WebhookRow({ webhook, onOpen }: WebhookRowProps): ReactElement {
  const { id, url, events, disabled, failingSince } = webhook;
  const [busy, setBusy] = useState(false);
  const enable = async (enabled: boolean): Promise<void> => {
    setBusy(true);
    await attempt(
      async () => showWebhook(await call(calls.updateWebhook, { params: { id }, body: { enabled } })),
      failure('Update Failed', 'The webhook could not be changed. Please try again.'),
    );
    setBusy(false);
  };
  const toggle = disabled ? 'Enable' : 'Disable';
  return (
    <li className="space-y-3 py-3 last:pb-0">
      <div className="space-y-1">
        <p className="font-medium wrap-anywhere">{url}</p>
        <p className="flex flex-wrap gap-1.5">
          {events.map((event) => (
            <Badge key={event}>{eventName(event)}</Badge>
          ))}
          {disabled ? <Badge tone="warn">Disabled</Badge> : null}
          {failingSince && !disabled ? <Badge tone="warn">Failing</Badge> : null}
        </p>
        <p className="text-muted text-xs">{describeWebhook(webhook)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={`Deliveries to ${url}`} onClick={() => onOpen('deliveries')}>
          Deliveries
        </Button>
        <Button size="sm" aria-label={`Edit ${url}`} onClick={() => onOpen('edit')}>
          Edit
        </Button>
        <Button size="sm" aria-label={`Rotate Secret of ${url}`} onClick={() => onOpen('rotate')}>
          Rotate Secret
        </Button>
        <Button
          size="sm"
          inactive={busy}
          aria-label={`${toggle} ${url}`}
          onClick={() => void enable(disabled !== null)}
        >
          {toggle}
        </Button>
        <Button size="sm" look="danger" aria-label={`Delete ${url}`} onClick={() => onOpen('delete')}>
          Delete
        </Button>
      </div>
    </li>
  );
}
