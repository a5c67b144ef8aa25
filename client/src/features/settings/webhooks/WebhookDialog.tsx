import { useRef, useState, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { NewWebhook, Webhook, WebhookSecret } from '#contract/webhooks.ts';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { showWebhook } from './webhook-list.ts';
import { EVENT_WORDS, SECRET_KIND, SECRET_WORDS } from './webhook-words.ts';
import { WebhookForm } from './WebhookForm.tsx';

const EMPTY: NewWebhook = { url: '', events: EVENT_WORDS.map(({ event }) => event) };
const LEAD = 'Cutroom sends a signed request to this address for each event.';

const send = (webhook: Webhook | null, body: NewWebhook): Promise<Webhook | WebhookSecret> =>
  webhook
    ? call(calls.updateWebhook, { params: { id: webhook.id }, body })
    : call(calls.createWebhook, { body });

interface WebhookDialogProps {
  /** The webhook to change; `null` for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Asks for the address and the events of a webhook. Then it shows the secret of a new one, once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps): ReactElement {
  const [created, setCreated] = useState<WebhookSecret | null>(null);
  const [changed, setChanged] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const store = useMutation({
    mutationFn: (body: NewWebhook) => send(webhook, body),
    onSuccess: (answer) => {
      if (!('secret' in answer)) {
        showWebhook(answer);
        onClose();
        return;
      }
      const { secret: _secret, ...described } = answer;
      showWebhook(described);
      setCreated(answer);
    },
    onError: (error) =>
      reportFailure(error, { fallback: 'Could not save the webhook. Please try again.', report: setProblem }),
  });
  const busy = store.isPending;
  const words = created ? SECRET_WORDS : { title: webhook ? 'Edit Webhook' : 'Add Webhook', lead: LEAD };
  return (
    <Modal
      {...words}
      open
      onClose={onClose}
      held={busy}
      keepOutside={changed || created !== null}
      first={first}
    >
      {created ? (
        <ShownOnce label={created.url} kind={SECRET_KIND} secret={created.secret} onClose={onClose} />
      ) : (
        <WebhookForm
          first={first}
          webhook={webhook ?? EMPTY}
          button={webhook ? 'Save' : 'Add Webhook'}
          busyButton={webhook ? 'Saving...' : 'Adding...'}
          busy={busy}
          problem={busy ? null : problem}
          onChange={() => setChanged(true)}
          onSubmit={store.mutate}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
