import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createSecretBox } from '../lib/secret-box.ts';

/** As many as a signature's key, SHA-256, uses. */
const SECRET_BYTES = 32;

/** A webhook's secrets, encrypted for it. */
interface SealedSecrets {
  webhookId: string;
  secret: string;
  /** The previous secret while it is valid. */
  oldSecret: string | null;
}

export interface WebhookSecrets {
  /** Creates a secret for a webhook. `sealed` is stored, `secret` is shown once. */
  create(webhookId: string): { secret: string; sealed: string };
  /**
   * Returns the headers that Standard Webhooks defines, with a signature of each valid secret. Returns
   * `undefined` if the secrets were encrypted with another `SECRET` of the installation.
   */
  sign(
    secrets: SealedSecrets,
    message: { eventId: string; payload: string; at: Date },
  ): Record<string, string> | undefined;
}

export function openWebhookSecrets(secret: string): WebhookSecrets {
  const box = createSecretBox(secret, 'cutroom webhook secrets');
  return {
    create(webhookId) {
      const created = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
      return { secret: created, sealed: box.seal(created, webhookId) };
    },
    sign({ webhookId, secret: newest, oldSecret }, { eventId, payload, at }) {
      const opened = [newest, oldSecret].flatMap((sealed) => (sealed && box.open(sealed, webhookId)) || []);
      if (opened.length === 0) return undefined;
      return {
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': opened.map((key) => new Webhook(key).sign(eventId, at, payload)).join(' '),
      };
    },
  };
}
