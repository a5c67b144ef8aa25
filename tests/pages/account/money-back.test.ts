import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { gate } from '../../helpers/gate.ts';
import { createUser } from '../../helpers/data/user.ts';
import { reserveCredits } from '../../helpers/data/shop.ts';
import {
  disputed,
  type FakeSession,
  paid,
  refunded,
  type signedEvent,
  startStripeServer,
} from '../../helpers/outside/stripe-server.ts';

const stripe = await startStripeServer();
const scene = await openScene(stripe.env);

async function tell({ payload: body, headers }: ReturnType<typeof signedEvent>): Promise<void> {
  const url = `${scene.url}/api/payments/stripe/webhook`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

/** A paid pack of the page's user. */
async function buy(page: Page, packSize: number): Promise<FakeSession> {
  const answer = await page.request.post('/api/purchase-credits', { data: { packSize } });
  const { url } = await answer.json();
  const session = stripe.sessions.find((candidate) => candidate.url === url)!;
  await tell(paid(session));
  return session;
}

/** The history's lines, newest first, without their times. */
const linesOf = (page: Page) => async () => {
  const texts = await page
    .getByRole('region', { name: 'Credit history' })
    .getByRole('listitem')
    .allInnerTexts();
  return texts.map((text) =>
    text
      .split(/\n+/)
      .filter((line) => !/\d:\d\d/.test(line))
      .join(' | '),
  );
};

async function openBilling() {
  const user = await createUser(scene.backend, { packs: [] });
  const { page } = await scene.visit(user);
  await page.goto('/billing');
  await page.locator('html[data-transport="websocket"]').waitFor();
  return { user, page };
}

it('a refund and a dispute are lines of the credit history, as soon as they are told', async () => {
  const { page } = await openBilling();
  const badge = (text: string) => page.getByRole('banner').getByRole('link', { name: text });
  const first = await buy(page, 10);
  await badge('10 Credits').waitFor();
  await tell(refunded(first, 500));
  const partly = ['Refund of a pack of 10 | −5 | Balance 5', 'Pack of 10 | +10 | Balance 10'];
  await expect.poll(linesOf(page)).toEqual(partly);
  await badge('5 Credits').waitFor();

  const second = await buy(page, 50);
  await tell(disputed(second, 'needs_response'));
  const held = [
    'Disputed payment of a pack of 50: its credits are held back | −50 | Balance 5',
    'Pack of 50 | +50 | Balance 55',
    ...partly,
  ];
  await expect.poll(linesOf(page)).toEqual(held);
  await tell(disputed(second, 'won'));
  await expect
    .poll(linesOf(page))
    .toEqual(['Dispute over a pack of 50 settled: its credits are back | +50 | Balance 55', ...held]);
  await badge('55 Credits').waitFor();
});

it('a refund of credits that were used says so, and takes none', async () => {
  const { page, user } = await openBilling();
  const session = await buy(page, 10);
  await reserveCredits(scene.backend, user, 10);
  await tell(refunded(session, 999));
  const history = page.getByRole('region', { name: 'Credit history' });
  await history.getByRole('button', { name: 'Show all 12' }).click();
  await expect
    .poll(linesOf(page))
    .toEqual([
      'Refund of a pack of 10, whose credits were used | 0 | Balance 0',
      ...Array.from({ length: 10 }, (_, left) => `Used for "A project" | −1 | Balance ${left}`),
      'Pack of 10 | +10 | Balance 10',
    ]);
});

it('credits that are bought while the page first reads them are shown', async () => {
  const { page } = await scene.visit(await createUser(scene.backend, { packs: [] }));
  const [read, told] = [gate(), gate()];
  await page.route(
    '**/api/user/credits',
    async (route) => {
      const response = await route.fetch();
      read.open();
      await told.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('credits.changed')) told.open();
    }),
  );
  await page.goto('/billing');
  await page.locator('html[data-transport="websocket"]').waitFor();
  await read.opened;
  await buy(page, 10);
  const badge = page.getByRole('banner').getByRole('link', { name: / Credits$/ });
  await expect.poll(() => badge.allInnerTexts()).toEqual(['10 Credits']);
});
