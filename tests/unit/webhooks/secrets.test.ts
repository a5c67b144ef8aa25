import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { openWebhookSecrets } from '#core/webhooks/secrets.ts';

const secrets = openWebhookSecrets('a'.repeat(32));
const message = { eventId: 'msg_1', payload: '{"type":"run.ended"}', at: new Date() };

describe('the signature of a webhook', () => {
  // product 30.3
  it('is accepted by a receiver that has the secret, and only for these bytes', () => {
    const { secret, sealed } = secrets.create('hook');
    const headers = secrets.sign({ webhookId: 'hook', secret: sealed, oldSecret: null }, message)!;
    const receiver = new Webhook(secret);
    expect(receiver.verify(message.payload, headers)).toEqual({ type: 'run.ended' });
    expect(() => receiver.verify(`${message.payload} `, headers)).toThrow('No matching signature found');
    expect(() => new Webhook(secrets.create('hook').secret).verify(message.payload, headers)).toThrow(
      'No matching signature found',
    );
  });

  // product 30.4
  it('is accepted with the old and the new secret while both are valid', () => {
    const [older, newer] = [secrets.create('hook'), secrets.create('hook')];
    const sealed = { webhookId: 'hook', secret: newer.sealed, oldSecret: older.sealed };
    const headers = secrets.sign(sealed, message)!;
    for (const { secret } of [older, newer]) {
      expect(new Webhook(secret).verify(message.payload, headers)).toEqual({ type: 'run.ended' });
    }
  });

  it('has the time of the attempt, so that an old request is not accepted again', () => {
    const { secret, sealed } = secrets.create('hook');
    const at = new Date(Date.now() - 600_000);
    const headers = secrets.sign({ webhookId: 'hook', secret: sealed, oldSecret: null }, { ...message, at })!;
    expect(() => new Webhook(secret).verify(message.payload, headers)).toThrow('too old');
  });
});

describe('a stored secret', () => {
  it('is encrypted for its webhook and by the secret of the installation', () => {
    const { secret, sealed } = secrets.create('hook');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(sealed).not.toContain(secret.slice(6, 20));
    const stored = { secret: sealed, oldSecret: null };
    expect(secrets.sign({ webhookId: 'other', ...stored }, message)).toBeUndefined();
    const other = openWebhookSecrets('b'.repeat(32));
    expect(other.sign({ webhookId: 'hook', ...stored }, message)).toBeUndefined();
  });
});
