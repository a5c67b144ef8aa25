import type { Page } from 'playwright-core';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { answer, changeAnswer, refuse } from '../../../browser/answers.ts';
import { button, dialog, type Screen } from '../../screen.ts';

const HOOKS = /\/api\/user\/webhooks$/;
const DELIVERIES = /\/api\/user\/webhooks\/[\w-]+\/deliveries$/;
const HOOK: Webhook = {
  id: 'b2b4c6d8-0000-4000-8000-000000000000',
  url: 'https://automation.example.com/hooks/cutroom/a-long-path-that-must-break-somewhere?token=abcdef',
  events: ['run.ended', 'film.ready', 'credits.low'],
  createdAt: '2026-01-05T12:00:00.000Z',
  disabled: null,
  failingSince: '2026-03-05T12:00:00.000Z',
  oldSecretUntil: '2026-03-06T12:00:00.000Z',
};
const DISABLED: Webhook = {
  ...HOOK,
  id: 'b2b4c6d8-0000-4000-8000-000000000001',
  url: 'https://old.example.com/',
  disabled: { at: '2026-02-05T12:00:00.000Z', reason: 'gone' },
};
const DELIVERY: WebhookDelivery = {
  id: 'c2b4c6d8-0000-4000-8000-000000000000',
  eventId: 'msg_1',
  type: 'run.ended',
  state: 'failed',
  attempts: 8,
  createdAt: '2026-03-05T12:00:00.000Z',
  lastAttemptAt: '2026-03-06T18:00:00.000Z',
  nextAttemptAt: null,
  responseStatus: null,
  error: 'The receiver redirects to another address. Redirects are not followed.',
};

/** States of the webhooks in the settings. */
export function webhooks(): Screen[] {
  const group = (page: Page) => page.getByRole('region', { name: 'Webhooks' });
  const list = (page: Page) => changeAnswer<Webhook[]>(page, HOOKS, () => [HOOK, DISABLED]);
  return [
    {
      name: 'settings: webhooks, one failing and one disabled',
      path: '/settings',
      before: list,
      shown: async (page) => {
        await group(page).scrollIntoViewIfNeeded();
        await group(page).getByText('Failing', { exact: true }).waitFor();
      },
    },
    {
      name: 'settings: webhooks error',
      path: '/settings',
      before: (page) => refuse(page, HOOKS, 500),
      shown: (page) => group(page).getByText('Could not load the webhooks.').waitFor(),
    },
    {
      name: 'settings: dialog Add Webhook',
      path: '/settings',
      shown: async (page) => {
        await button(page, 'Add Webhook').click();
        await dialog(page, 'Add Webhook').waitFor();
      },
    },
    {
      name: 'settings: dialog Copy Your Webhook Secret',
      path: '/settings',
      before: async (page) => {
        await list(page);
        await answer(page, /\/api\/user\/webhooks\/[\w-]+\/secret$/, () => ({
          json: { ...HOOK, secret: `whsec_${'Ab12Cd34'.repeat(5)}=` },
        }));
      },
      shown: async (page) => {
        await button(page, `Rotate Secret of ${HOOK.url}`).click();
        await dialog(page, 'Rotate Secret').getByRole('button', { name: 'Rotate Secret' }).click();
        await dialog(page, 'Copy Your Webhook Secret').waitFor();
      },
    },
    {
      name: 'settings: dialog Delete Webhook',
      path: '/settings',
      before: list,
      shown: async (page) => {
        await button(page, `Delete ${HOOK.url}`).click();
        await dialog(page, 'Delete Webhook').waitFor();
      },
    },
    {
      name: 'settings: dialog Deliveries',
      path: '/settings',
      before: async (page) => {
        await list(page);
        await answer(page, DELIVERIES, () => ({
          json: [
            DELIVERY,
            { ...DELIVERY, id: HOOK.id, state: 'pending', nextAttemptAt: '2026-03-06T18:00:00.000Z' },
            { ...DELIVERY, id: DISABLED.id, state: 'delivered', error: null },
          ],
        }));
      },
      shown: async (page) => {
        await button(page, `Deliveries to ${HOOK.url}`).click();
        await dialog(page, 'Deliveries').getByText('Delivered', { exact: true }).waitFor();
      },
    },
  ];
}
