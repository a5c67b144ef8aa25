import { useState, type ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '../../../lib/api/api.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { showWebhook } from './webhook-list.ts';
import { SECRET_KIND, SECRET_WORDS } from './webhook-words.ts';

interface RotateSecretDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** Asks before the secret of a webhook is replaced, then shows the new one once. */
export function RotateSecretDialog({ webhook, onClose }: RotateSecretDialogProps): ReactElement {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async (): Promise<void> => {
    const { secret: created, ...described } = await call(calls.rotateWebhookSecret, {
      params: { id: webhook.id },
    });
    showWebhook(described);
    setSecret(created);
  };
  return (
    <ConfirmDialog
      title="Rotate Secret"
      lead="A new secret replaces the current one. For 24 hours each request is signed with both, so your receiver can change over."
      button="Rotate Secret"
      busyButton="Rotating..."
      work={rotate}
      fallback="Could not rotate the secret. Please try again."
      onDone={() => undefined}
      onClose={onClose}
      result={
        secret === null
          ? null
          : {
              ...SECRET_WORDS,
              content: <ShownOnce label={webhook.url} kind={SECRET_KIND} secret={secret} onClose={onClose} />,
            }
      }
    />
  );
}
