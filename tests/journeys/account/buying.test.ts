import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { paid, signedEvent, startStripeServer } from '../../helpers/outside/stripe-server.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const stripe = await startStripeServer();
const [local, paidByStripe] = await Promise.all([
  startStack({ WELCOME_CREDITS: '0' }),
  startStack({ WELCOME_CREDITS: '0', ...stripe.env }),
]);
await Promise.all([local.startStandins(), paidByStripe.startStandins()]);

const live = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
const button = (page: Page, packSize: number) =>
  page.getByRole('button', { name: new RegExp(`^Buy ${packSize} videos`) });
const badge = (page: Page, text: string) => page.getByRole('banner').getByRole('link', { name: text });
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notification/ }).getByText(title, { exact: true });

/**
 * Waits until the figures, the active packs and the badge agree. The first event may update only the badge.
 */
async function shows(page: Page, credits: number, packs: number[]): Promise<void> {
  const purchased = packs.reduce((total, size) => total + size, 0);
  await vi.waitFor(async () => {
    const figures = await page.getByRole('main').locator('dl > div').allInnerTexts();
    expect(figures.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      `Available credits ${credits}`,
      `Active packs ${packs.length}`,
      `Total purchased ${purchased}`,
    ]);
  }, PATIENT);
  for (const size of packs) await page.getByText(`${size} of ${size} credits left`).waitFor();
  await badge(page, `${credits} Credits`).waitFor();
}
/** The history's lines, newest first. */
async function tells(page: Page, lines: string[]): Promise<void> {
  const list = page.getByRole('region', { name: 'Credit history' }).getByRole('listitem');
  await vi.waitFor(async () => {
    const texts = await list.allInnerTexts();
    expect(
      texts.map((text) => text.replace(/\n[^\n]*\d\d:\d\d[^\n]*\n/, ' ').replaceAll(/\s+/g, ' ')),
    ).toEqual(lines);
  }, PATIENT);
}
async function idOf({ db }: typeof local, email: string): Promise<string> {
  const row = db.selectFrom('users').select('id').where('email', '=', email);
  return (await row.executeTakeFirstOrThrow()).id;
}

/** Sends the webhook of the newest session's payment. */
const sendPaid = () => tell(paid(stripe.sessions.at(-1)!));

async function tell({ payload, headers }: ReturnType<typeof signedEvent>): Promise<void> {
  const answer = await fetch(`${paidByStripe.url}/api/payments/stripe/webhook`, {
    method: 'POST',
    headers,
    body: payload,
  });
  expect(answer.status).toBe(200);
}

// product 1.10, 8.50
it('buys a pack: toast, badge, figures and history show it, also after a reload and in another tab', async () => {
  const { page, context, complaints } = await openPage(await openBrowser(), local.url);
  const person = { name: 'Rosa Parks', email: 'rosa@example.com' };
  await signIn(page, person);
  await badge(page, '0 Credits').waitFor();
  await page.getByRole('link', { name: 'Buy Credits' }).click();
  await page.getByText('purchases complete instantly and nothing is charged').waitFor();
  await shows(page, 0, []);
  const other = await context.newPage();
  await other.goto('/billing');
  await live(other);
  await badge(other, '0 Credits').waitFor();

  await button(page, 10).click();
  await toast(page, 'Credits Purchased').waitFor();
  await shows(page, 10, [10]);
  await tells(page, ['Pack of 10 +10 Balance 10']);
  await shows(other, 10, [10]);
  await page.reload();
  await shows(page, 10, [10]);
  expect(await page.getByText('Credits Purchased').count()).toBe(0);

  await button(page, 50).click();
  await shows(page, 60, [10, 50]);
  await tells(page, ['Pack of 50 +50 Balance 60', 'Pack of 10 +10 Balance 10']);
  await checkInstallation(local, await idOf(local, person.email), { spent: 0, left: 60 });
  expect(complaints).toEqual([]);
});

// product 8.26, 8.27
itInFullTier(
  'buys once if the response is lost and the button is pressed again, and reports what failed',
  async () => {
    const { page } = await openPage(await openBrowser(), local.url);
    const person = { name: 'Ada Byron', email: 'ada.byron@example.com' };
    await signIn(page, person);
    await page.goto('/billing');
    // The call arrives, but its response does not.
    await page.route('**/api/purchase-credits', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const lost = 'Could not purchase credits: The server could not be reached. Please try again.';
    // Messages disappear automatically, so the test watches for them before they appear.
    const press = (...seen: Locator[]) =>
      Promise.all([...seen.map((each) => each.waitFor()), button(page, 10).click()]);
    await press(toast(page, 'Purchase Failed'), page.getByText(lost).first());
    await page.unroute('**/api/purchase-credits');
    await press(toast(page, 'Credits Purchased'));
    await shows(page, 10, [10]);

    await page.route('**/api/purchase-credits', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'unavailable', message: 'The till is closed.', requestId: 'x' },
      }),
    );
    await press(page.getByText('Could not purchase credits: The till is closed.').first());
    await page.unroute('**/api/purchase-credits');

    // Signed out elsewhere meanwhile: the page is redirected to the sign-in, perhaps before the press.
    const id = await idOf(local, person.email);
    const redirected = page.waitForURL(/standins\/oidc|\/auth/);
    await page.request.delete(`${local.url}/api/user/sessions`, { headers: { origin: local.url } });
    await Promise.race([button(page, 10).click(), redirected]);
    await redirected;
    expect(await page.getByLabel('E-mail').count()).toBe(1);
    await checkInstallation(local, id, { spent: 0, left: 10 });
  },
);

// product 7.37
it("pays on Stripe's page, cancelled at first, and books the pack without a reload", async () => {
  const { page, complaints } = await openPage(await openBrowser(), paidByStripe.url);
  const person = { name: 'Joan Clarke', email: 'joan@example.com' };
  await signIn(page, person);
  await page.goto('/billing');
  await button(page, 100).click();
  await page.waitForURL(`${stripe.url}/pay/**`);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('The purchase was cancelled. You were not charged.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(new URL(page.url()).search).toBe('');

  await button(page, 50).click();
  await page.waitForURL(`${stripe.url}/pay/**`);
  await page.getByRole('link', { name: 'Pay' }).click();
  await page.getByText('We’re confirming your payment.').waitFor();
  await live(page);
  await badge(page, '0 Credits').waitFor();
  expect(await page.getByText('Credits Purchased').count()).toBe(0);

  await sendPaid();
  await toast(page, 'Credits Purchased').waitFor();
  await shows(page, 50, [50]);
  expect(await page.getByText('We’re confirming your payment.').count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
  await checkInstallation(paidByStripe, await idOf(paidByStripe, person.email), { spent: 0, left: 50 });
  expect(complaints).toEqual([]);
});

itInFullTier(
  'shows a purchase that was booked while the page was away, and polls for it without a socket',
  async () => {
    const { page, context } = await openPage(await openBrowser(), paidByStripe.url);
    const person = { name: 'Mary Ward', email: 'mary.ward@example.com' };
    await signIn(page, person);
    await context.route(/\/socket\.io\//, (route) => route.abort());
    await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
    await page.goto('/billing');

    // Booked before the buyer returns.
    await button(page, 10).click();
    await page.waitForURL(`${stripe.url}/pay/**`);
    await sendPaid();
    await page.getByRole('link', { name: 'Pay' }).click();
    await toast(page, 'Credits Purchased').waitFor();
    await shows(page, 10, [10]);

    // Booked afterwards: without a socket the page polls.
    await button(page, 100).click();
    await page.waitForURL(`${stripe.url}/pay/**`);
    await page.getByRole('link', { name: 'Pay' }).click();
    await page.getByText('We’re confirming your payment.').waitFor();
    await sendPaid();
    await toast(page, 'Credits Purchased').waitFor();
    await shows(page, 110, [10, 100]);
    expect(await page.evaluate(() => document.documentElement.dataset['transport'])).toBe('polling-calls');
    await checkInstallation(paidByStripe, await idOf(paidByStripe, person.email), { spent: 0, left: 110 });
  },
);

itInFullTier('reports without a reload that a slow payment failed, and books the next one', async () => {
  const { page } = await openPage(await openBrowser(), paidByStripe.url);
  const person = { name: 'Hedy Lamarr', email: 'hedy@example.com' };
  await signIn(page, person);
  await page.goto('/billing');
  await button(page, 10).click();
  await page.waitForURL(`${stripe.url}/pay/**`);
  await page.getByRole('link', { name: 'Pay' }).click();
  const waits = page.getByText('We’re confirming your payment.');
  await waits.waitFor();
  await live(page);
  await tell(signedEvent('checkout.session.async_payment_failed', stripe.sessions.at(-1)!));
  const failed = page.getByText('The payment did not go through, so no credits were added.');
  await failed.waitFor();
  expect(await waits.count()).toBe(0);
  await page.reload();
  await failed.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await failed.waitFor({ state: 'detached' });

  await button(page, 50).click();
  await page.waitForURL(`${stripe.url}/pay/**`);
  await sendPaid();
  await page.getByRole('link', { name: 'Pay' }).click();
  await toast(page, 'Credits Purchased').waitFor();
  await shows(page, 50, [50]);
  await checkInstallation(paidByStripe, await idOf(paidByStripe, person.email), { spent: 0, left: 50 });
});
