import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import type { Webhook } from '#contract/webhooks.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { Group, GroupRow } from '../parts/Group.tsx';
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { RotateSecretDialog } from './RotateSecretDialog.tsx';
import { webhookList } from './webhook-list.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { type WebhookAction, WebhookRow } from './WebhookRow.tsx';

const ADD_ID = 'add-webhook';

/** The addresses to which Cutroom reports events. */
export function WebhooksGroup(): ReactElement {
  // Failures change the state of a webhook while no page is open.
  const { data, isError, error, refetch } = useQuery({ ...webhookList, refetchOnMount: 'always' });
  const [open, setOpen] = useState<{ action: WebhookAction; webhook: Webhook } | 'new' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Group title="Webhooks">
      <GroupRow
        title="Events for programs"
        hint="Cutroom sends a signed request to your server when a run ends, a film is ready or credits are low."
      >
        <Button id={ADD_ID} onClick={() => setOpen('new')}>
          <WebhookIcon aria-hidden size={16} /> Add Webhook
        </Button>
      </GroupRow>
      {data ? (
        <WebhookRows webhooks={data} onOpen={(action, webhook) => setOpen({ action, webhook })} />
      ) : isError ? (
        <Notice
          tone="danger"
          error={error}
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          Could not load the webhooks.
        </Notice>
      ) : (
        <p className="text-muted text-sm">Loading...</p>
      )}
      {open === 'new' ? <WebhookDialog webhook={null} onClose={close} /> : null}
      {open !== null && open !== 'new' ? <OpenDialog {...open} onClose={close} /> : null}
    </Group>
  );
}

interface OpenDialogProps {
  action: WebhookAction;
  webhook: Webhook;
  onClose: () => void;
}

function OpenDialog({ action, ...props }: OpenDialogProps): ReactElement {
  if (action === 'edit') return <WebhookDialog {...props} />;
  if (action === 'rotate') return <RotateSecretDialog {...props} />;
  if (action === 'delete') return <DeleteWebhookDialog {...props} returnTo={ADD_ID} />;
  return <DeliveriesDialog {...props} />;
}

interface WebhookRowsProps {
  webhooks: Webhook[];
  onOpen: (action: WebhookAction, webhook: Webhook) => void;
}

function WebhookRows({ webhooks, onOpen }: WebhookRowsProps): ReactElement {
  if (webhooks.length === 0) return <p className="text-muted text-sm">You have no webhooks.</p>;
  return (
    <ul aria-label="Your webhooks" className="divide-line border-line divide-y border-t">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onOpen={(action) => onOpen(action, webhook)} />
      ))}
    </ul>
  );
}
