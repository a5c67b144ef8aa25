import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { User } from '#contract/users.ts';
import { answer } from '../../helpers/components/answers.ts';
import { heading, region, shows, textsOf } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { makeCredits, makeStats, makeUser } from '../../helpers/served/account.ts';

const figures = page.getByRole('main').getByRole('term');
const storage = { storedBytes: 0, maxStoredBytes: 100 * 1024 ** 3 };

describe('profile', () => {
  // product 1.14, 2.4, 2.101, 2.103, 2.104, 6.2
  it('shows who the user is', async () => {
    await openApp('/profile');
    await shows(heading('Profile'));
    for (const text of ['TU', 'Test User', 'test@example.com', 'Active User'])
      await shows(region('You').getByText(text, { exact: true }));
  });

  // product 2.105
  it('shows the numbers of projects, videos and credits', async () => {
    answer(calls.readStats, makeStats({ totalProjects: 3, totalVideos: 7 }));
    answer(calls.readCredits, makeCredits(10));
    await openApp('/profile');
    await shows(heading('Profile'));
    const figureTexts = () =>
      figures
        .elements()
        .slice(0, 3)
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    await expect.poll(figureTexts).toEqual([
      ['Total Projects', '3'],
      ['Videos Processed', '7'],
      ['Video Credits', '10'],
    ]);
  });

  // product 2.106
  it('shows the facts of the account', async () => {
    answer(calls.readUser, makeUser({ createdAt: '2026-03-05T12:00:00.000Z' }));
    answer(calls.readStats, makeStats(storage));
    await openApp('/profile');
    const account = region('Account info');
    await expect
      .poll(() => [textsOf(account.getByRole('term')), textsOf(account.getByRole('definition'))])
      .toEqual([
        ['First name', 'Last name', 'Email', 'Member since', 'Storage'],
        ['Test', 'User', 'test@example.com', 'Mar 5, 2026', '0 B of 100 GB'],
      ]);
  });

  // product 2.107
  it('links to the dashboard, the credits, the settings and the sign-out', async () => {
    await openApp('/profile');
    await shows(heading('Profile'));
    expect(hrefsOf(page.getByRole('main').getByRole('link'))).toEqual([
      ['Back to Dashboard', '/'],
      ['Manage Credits', '/billing'],
      ['Account Settings', '/settings'],
      ['Sign Out', '/api/logout'],
    ]);
  });

  // product 2.20, 2.102, 2.103
  it.each<[fields: Partial<User>, name: string, initials: string]>([
    [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace', 'AL'],
    [{ firstName: 'Ada', lastName: null }, 'Ada', 'A'],
    [{ firstName: null, lastName: null, email: 'ada@example.com' }, 'ada@example.com', 'A'],
    [{ firstName: null, lastName: null, email: null }, 'User', 'U'],
  ])('names a user with the fields %o in the header and on the page', async (fields, name, initials) => {
    answer(calls.readUser, makeUser(fields));
    await openApp('/profile');
    await shows(page.getByRole('button', { name: `${initials} Account: ${name}`, exact: true }));
    await shows(region('You').getByRole('heading', { name, exact: true }));
    const without = page.getByText('No email provided', { exact: true });
    await expect.poll(() => without.elements().length).toBe(fields.email === null ? 2 : 0);
  });
});
