import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { CreditEntry, Credits } from '#contract/credits.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, press, region, shows, textsOf } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { push } from '../../helpers/components/socket.ts';
import { makeCredits, makeEntry } from '../../helpers/served/account.ts';

/** Opens the page of a user with this history. */
async function openBilling(entries: CreditEntry[] = []): Promise<void> {
  answer(calls.readLedger, entries);
  await openApp('/billing');
  await shows(heading('Billing'));
}

const badge = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** The lines of the history, newest first, without their times. */
const linesOf = () =>
  region('Credit history')
    .getByRole('listitem')
    .elements()
    .map((item) => [...item.querySelectorAll('p')].map((part) => part.textContent!))
    .map(([words, _time, amount, balance]) => `${words} | ${amount} | ${balance}`);

/** A pack of 10 with 4 credits left, and one of 50. */
function makePartlyUsed(): Credits {
  const { allPacks, ...credits } = makeCredits(10, 50);
  const packs = allPacks.map((pack) => (pack.packSize === 10 ? { ...pack, creditsRemaining: 4 } : pack));
  return { ...credits, totalCredits: 54, availablePacks: packs, allPacks: packs };
}

describe('billing', () => {
  // product 1.14, 2.6, 2.116, 6.2
  it('shows the available credits, the active packs and the purchased credits', async () => {
    answer(calls.readCredits, makePartlyUsed());
    await openBilling();
    const figures = () =>
      [...document.querySelectorAll('main dl > div')].map((figure) => [
        figure.querySelector('dt')!.textContent,
        figure.querySelector('dd')!.textContent,
      ]);
    await expect.poll(figures).toEqual([
      ['Available credits', '54'],
      ['Active packs', '2'],
      ['Total purchased', '60'],
    ]);
  });

  it.each([0, 1])(
    'keeps the Buy buttons in place when the credits arrive: %i active packs',
    async (count) => {
      const credits = makeCredits(10);
      const packs = credits.availablePacks.slice(0, count);
      const held = hold(calls.readCredits);
      await openBilling();
      const top = () => region('Purchase credits').element().getBoundingClientRect().top;
      const before = top();
      held.release({ ...credits, availablePacks: packs, allPacks: packs });
      await shows(
        region('Active packs').getByText(count === 0 ? 'No packs with credits left.' : 'Pack of 10', {
          exact: true,
        }),
      );
      expect(Math.abs(top() - before)).toBeLessThan(1);
    },
  );

  // product 3.24
  it('leaves the welcome pack out of the purchased credits', async () => {
    const { allPacks, ...credits } = makeCredits(10, 50);
    const packs = allPacks.map((pack) =>
      pack.packSize === 10 ? { ...pack, kind: 'welcome' as const } : pack,
    );
    answer(calls.readCredits, { ...credits, availablePacks: packs, allPacks: packs });
    await openBilling();
    const purchased = page.getByRole('term').filter({ hasText: 'Total purchased' });
    await expect.poll(() => purchased.query()?.nextElementSibling?.textContent).toBe('50');
  });

  // product 2.117
  it('shows how many credits of each pack are left', async () => {
    answer(calls.readCredits, makePartlyUsed());
    await openBilling();
    const bar = page.getByRole('progressbar', { name: 'Pack of 10: credits left' });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '40');
    await expect.element(bar).toHaveAttribute('aria-valuetext', '4 of 10');
    const packs = textsOf(region('Active packs').getByRole('listitem'));
    expect(packs).toEqual([
      expect.stringMatching(/4 of 10 credits left$/),
      expect.stringMatching(/50 of 50 credits left$/),
    ]);
  });

  // product 2.118, 9.3, 9.4, 9.5
  it('offers three packs with their prices and savings', async () => {
    await openBilling();
    const parts = region('Purchase credits')
      .getByRole('listitem')
      .elements()
      .map((offer) => (offer as HTMLElement).innerText.split(/\n+/));
    expect(parts).toEqual([
      ['10 videos', '$9.99', '$1.00 each', 'Basic support', 'Buy 10 videos'],
      ['50 videos', 'Most popular', '$39.99', '$0.80 each', '20% savings', 'Buy 50 videos'],
      ['100 videos', '$69.99', '$0.70 each', '30% savings', 'Buy 100 videos'],
    ]);
  });

  // product 2.119
  it('explains how credits work', async () => {
    await openBilling();
    expect(textsOf(region('How credits work').getByRole('listitem'))).toEqual([
      'One credit is used for each new compilation.',
      'Editing existing projects costs nothing.',
      'Credits never expire.',
      'If processing fails, your credit is refunded.',
    ]);
  });

  // product 2.120
  it('links to the dashboard, the search, the profile and the settings', async () => {
    await openBilling();
    expect(hrefsOf(page.getByRole('main').getByRole('link'))).toEqual([
      ['Back to Dashboard', '/'],
      ['Create a Compilation', '/'],
      ['Profile', '/profile'],
      ['Account Settings', '/settings'],
    ]);
  });
});

describe('credit history', () => {
  it('names a refund, a dispute and its settlement', async () => {
    await openBilling([
      makeEntry({ kind: 'dispute_won', amount: 50, balanceAfter: 55, packSize: 50 }),
      makeEntry({ kind: 'dispute', amount: -50, balanceAfter: 5, packSize: 50 }),
      makeEntry({ amount: 50, balanceAfter: 55, packSize: 50 }),
      makeEntry({ kind: 'refund', amount: -5, balanceAfter: 5 }),
      makeEntry(),
    ]);
    await expect
      .poll(linesOf)
      .toEqual([
        'Dispute over a pack of 50 settled: credits restored | +50 | Balance 55',
        'Disputed payment of a pack of 50: credits on hold | −50 | Balance 5',
        'Pack of 50 | +50 | Balance 55',
        'Refund of a pack of 10 | −5 | Balance 5',
        'Pack of 10 | +10 | Balance 10',
      ]);
  });

  it('adds a refund as soon as the balance changes, and updates the badge', async () => {
    answer(calls.readCredits, makeCredits(10));
    await openBilling([makeEntry()]);
    await expect.poll(linesOf).toEqual(['Pack of 10 | +10 | Balance 10']);
    await shows(badge('10 Credits'));
    answer(calls.readLedger, [makeEntry({ kind: 'refund', amount: -5, balanceAfter: 5 }), makeEntry()]);
    answer(calls.readCredits, makeCredits(5));
    await push('credits.changed', { totalCredits: 5 });
    await expect
      .poll(linesOf)
      .toEqual(['Refund of a pack of 10 | −5 | Balance 5', 'Pack of 10 | +10 | Balance 10']);
    await shows(badge('5 Credits'));
  });

  it('reports that the credits of a refunded pack were used, and shows the older lines on request', async () => {
    const uses = Array.from({ length: 10 }, (_, balanceAfter) =>
      makeEntry({ kind: 'reserve', amount: -1, balanceAfter, projectTitle: 'A project', packSize: null }),
    );
    await openBilling([makeEntry({ kind: 'refund', amount: 0, balanceAfter: 0 }), ...uses, makeEntry()]);
    const lines = [
      'Refund of a pack of 10, whose credits were used | 0 | Balance 0',
      ...uses.map(({ balanceAfter }) => `Used for "A project" | −1 | Balance ${balanceAfter}`),
      'Pack of 10 | +10 | Balance 10',
    ];
    await expect.poll(linesOf).toEqual(lines.slice(0, 8));
    await press('Show all 12');
    await expect.poll(linesOf).toEqual(lines);
    await expect.element(button(/^Show all/)).not.toBeInTheDocument();
  });

  // product 4.55
  it('shows credits that are bought while the page first reads them', async () => {
    const first = hold(calls.readCredits);
    await openBilling();
    await expect.poll(() => requestsOf(calls.readCredits).length).toBe(1);
    answer(calls.readCredits, makeCredits(10));
    await push('credits.changed', { totalCredits: 10 });
    first.release(makeCredits());
    await shows(badge('10 Credits'));
  });
});
