import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { answer, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, region, shows, textsOf, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeDelivery, makeWebhook, NOW } from '../../helpers/served/account.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const group = region('Webhooks');
const rows = group.getByRole('list', { name: 'Your webhooks' }).getByRole('listitem');
const form = dialog('Add Webhook');
const secretDialog = dialog('Copy Your Webhook Secret');
const SECRET = `whsec_${'Ab12Cd34'.repeat(5)}=`;
const ADDRESS = 'https://hooks.example.com/cutroom';

async function openWebhooks(...webhooks: Webhook[]): Promise<void> {
  answer(calls.listWebhooks, webhooks);
  await openApp('/settings');
  await shows(group);
}

/** Answers the creation and the change of a webhook as requested. */
function storeAsAsked(): void {
  answer(calls.createWebhook, ({ body }) => ({ ...makeWebhook(body), secret: SECRET }));
  answer(calls.updateWebhook, ({ params, body: { enabled, ...changes } }) =>
    makeWebhook({
      id: params.id,
      ...changes,
      ...(enabled === false && { disabled: { at: NOW, reason: 'owner' } }),
    }),
  );
}

describe('the list of webhooks', () => {
  // product 30.9
  it('shows the address, events and state of each webhook', async () => {
    await openWebhooks(
      makeWebhook({ events: ['run.ended', 'credits.low'], failingSince: NOW, oldSecretUntil: NOW }),
      makeWebhook({ url: 'https://old.example.com/', disabled: { at: NOW, reason: 'failing' } }),
    );
    await expect.poll(() => rows.elements().length).toBe(2);
    const [first, second] = textsOf(rows);
    expect(first).toMatch(
      /^https:\/\/hooks\.example\.com\/cutroomRun endedCredits lowFailingCreated .+ · Failing since .+ · The old secret works until /,
    );
    expect(second).toMatch(/Film readyDisabledCreated .+ · Disabled after five days of failures, on /);
  });

  it('is empty at first, and reports that it loads', async () => {
    const held = hold(calls.listWebhooks);
    await openApp('/settings');
    await shows(group.getByText('Loading...'));
    held.release([]);
    await shows(group.getByText('You have no webhooks.'));
  });

  it('reports that it could not be loaded, and loads again', async () => {
    refuse(calls.listWebhooks, 503, 'Please try again in a moment.');
    await openApp('/settings');
    await shows(group.getByText('Could not load the webhooks.'));
    answer(calls.listWebhooks, [makeWebhook()]);
    await group.getByRole('button', { name: 'Try Again' }).click();
    await shows(rows);
  });
});

describe('a new webhook', () => {
  // product 30.2
  it('is added with its events, and its secret is shown once', async () => {
    storeAsAsked();
    await openWebhooks();
    await button('Add Webhook').click();
    await form.getByLabelText('Address').fill(ADDRESS);
    await form.getByRole('checkbox', { name: /^Run ended/ }).click();
    await form.getByRole('button', { name: 'Add Webhook' }).click();
    await expect.element(secretDialog.getByLabelText(ADDRESS)).toHaveValue(SECRET);
    expect(requestsOf(calls.createWebhook).map(({ body }) => body)).toEqual([
      { url: ADDRESS, events: ['film.ready', 'credits.low'] },
    ]);
    await button('Done').click();
    await lacks(secretDialog);
    await expect.poll(() => textsOf(rows)).toEqual([expect.stringContaining(ADDRESS)]);
    expect(document.body.textContent).not.toContain(SECRET);
    await expect.element(button('Add Webhook')).toHaveFocus();
  });

  it('needs an address and an event', async () => {
    await openWebhooks();
    await button('Add Webhook').click();
    const submit = form.getByRole('button', { name: 'Add Webhook' });
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
    await form.getByLabelText('Address').fill(ADDRESS);
    await expect.element(submit).not.toHaveAttribute('aria-disabled');
    for (const name of [/^Run ended/, /^Film ready/, /^Credits low/])
      await form.getByRole('checkbox', { name }).click();
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
    await form.getByLabelText('Address').click();
    await userEvent.keyboard('{Enter}');
    expect(requestsOf(calls.createWebhook)).toEqual([]);
  });

  it('shows in its dialog why its address is refused', async () => {
    refuse(calls.createWebhook, 422, 'Only https: addresses are accepted.');
    await openWebhooks();
    await button('Add Webhook').click();
    await form.getByLabelText('Address').fill('http://hooks.example.com');
    await form.getByRole('button', { name: 'Add Webhook' }).click();
    await shows(form.getByRole('alert').getByText('Only https: addresses are accepted.'));
    await expect.element(form.getByLabelText('Address')).toHaveValue('http://hooks.example.com');
  });
});

describe('a webhook of the list', () => {
  it('is changed, disabled and enabled', async () => {
    storeAsAsked();
    const webhook = makeWebhook();
    await openWebhooks(webhook);
    await button(`Edit ${ADDRESS}`).click();
    const edit = dialog('Edit Webhook');
    await expect.element(edit.getByLabelText('Address')).toHaveValue(ADDRESS);
    await edit.getByLabelText('Address').fill('https://new.example.com/');
    await edit.getByRole('button', { name: 'Save' }).click();
    await lacks(edit);
    await button('Disable https://new.example.com/').click();
    await shows(group.getByText('Disabled', { exact: true }));
    await button(`Enable ${ADDRESS}`).click();
    await lacks(group.getByText('Disabled', { exact: true }));
    expect(requestsOf(calls.updateWebhook).map(({ body }) => body)).toEqual([
      { url: 'https://new.example.com/', events: ['film.ready'] },
      { enabled: false },
      { enabled: true },
    ]);
  });

  // product 30.4
  it('gets a new secret after a question, which is shown once', async () => {
    const webhook = makeWebhook();
    answer(calls.rotateWebhookSecret, { ...webhook, oldSecretUntil: NOW, secret: SECRET });
    await openWebhooks(webhook);
    await button(`Rotate Secret of ${ADDRESS}`).click();
    const confirmation = dialog('Rotate Secret');
    await shows(confirmation.getByText('For 24 hours each request is signed with both'));
    expect(requestsOf(calls.rotateWebhookSecret)).toEqual([]);
    await confirmation.getByRole('button', { name: 'Rotate Secret' }).click();
    await expect.element(secretDialog.getByLabelText(ADDRESS)).toHaveValue(SECRET);
    await button('Done').click();
    await shows(group.getByText('The old secret works until'));
    await expect.element(button(`Rotate Secret of ${ADDRESS}`)).toHaveFocus();
  });

  it('is deleted after a question, also if it was deleted elsewhere', async () => {
    refuse(calls.deleteWebhook, 404, 'There is no such webhook.');
    await openWebhooks(makeWebhook(), makeWebhook({ url: 'https://other.example.com/' }));
    await button(`Delete ${ADDRESS}`).click();
    const confirmation = dialog('Delete Webhook');
    await confirmation.getByRole('button', { name: 'Delete Webhook' }).click();
    await shows(toast('Webhook Deleted'));
    await expect.poll(() => rows.elements().length).toBe(1);
    await expect.element(button('Add Webhook')).toHaveFocus();
  });
});

describe('the deliveries of a webhook', () => {
  const open = dialog('Deliveries');
  const items = open.getByRole('listitem');
  const openDeliveries = async (webhook: Webhook, ...deliveries: WebhookDelivery[]): Promise<void> => {
    answer(calls.listWebhookDeliveries, deliveries);
    await openWebhooks(webhook);
    await button(`Deliveries to ${webhook.url}`).click();
    await shows(open);
  };

  // product 30.7
  it('shows the state, attempts and error of each delivery, and sends one again', async () => {
    const failed = makeDelivery({
      state: 'failed',
      type: 'run.ended',
      attempts: 8,
      error: 'The receiver responded with the status 500.',
    });
    answer(calls.resendWebhookDelivery, ({ params }) => {
      const sent = { ...failed, id: params.deliveryId, state: 'pending' as const, nextAttemptAt: NOW };
      answer(calls.listWebhookDeliveries, [makeDelivery(), sent]);
      return sent;
    });
    await openDeliveries(makeWebhook(), makeDelivery(), failed);
    await expect.poll(() => items.elements().length).toBe(2);
    const [first, second] = textsOf(items);
    expect(first).toMatch(/^Film readyDelivered.+ · 1 attemptResend$/);
    expect(second).toMatch(
      /^Run endedFailed.+ · 8 attemptsThe receiver responded with the status 500\.Resend$/,
    );
    await open.getByRole('button', { name: /^Resend Run ended/ }).click();
    await expect.poll(() => textsOf(items)[1]).toMatch(/^Run endedPending/);
    expect(requestsOf(calls.resendWebhookDelivery).map(({ params }) => params.deliveryId)).toEqual([
      failed.id,
    ]);
  });

  // product 30.7
  itInFullTier('lists a test event, and its result when it has arrived', async () => {
    const sent = makeDelivery({ type: 'webhook.test', state: 'pending', attempts: 0, nextAttemptAt: NOW });
    answer(calls.testWebhook, () => {
      answer(calls.listWebhookDeliveries, [
        { ...sent, state: 'delivered', attempts: 1, nextAttemptAt: null },
      ]);
      return sent;
    });
    await openDeliveries(makeWebhook());
    await shows(open.getByText('Nothing was sent yet.'));
    await open.getByRole('button', { name: 'Send Test Event' }).click();
    await expect.poll(() => textsOf(items)[0]).toMatch(/^Test eventPending.+ · Not sent yet/);
    await expect.poll(() => textsOf(items)[0], { timeout: 20_000 }).toMatch(/^Test eventDelivered/);
  });

  it('cannot be sent while the webhook is disabled', async () => {
    await openDeliveries(makeWebhook({ disabled: { at: NOW, reason: 'gone' } }), makeDelivery());
    await shows(open.getByText('Enable the webhook to send events.'));
    for (const name of ['Send Test Event', /^Resend/]) {
      await expect.element(open.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('shows why an event could not be sent', async () => {
    refuse(calls.testWebhook, 429, 'Too many requests. Please wait a moment.');
    await openDeliveries(makeWebhook());
    await open.getByRole('button', { name: 'Send Test Event' }).click();
    await shows(open.getByRole('alert').getByText('Too many requests.'));
  });
});
