import type { Page } from 'playwright-core';
import type { ApiKey } from '#contract/api-keys.ts';
import type { AppConfig } from '#contract/app-config.ts';
import type { Credits } from '#contract/credits.ts';
import type { Identity } from '#contract/sign-in.ts';
import type { User } from '#contract/users.ts';
import { answer, changeAnswer, hold, refuse } from '../../browser/answers.ts';
import {
  button,
  CREDITS,
  dialog,
  heading,
  LEDGER,
  type Screen,
  STATS,
  text,
  USER,
  CONFIG,
} from '../screen.ts';

const IDENTITIES = /\/api\/user\/identities$/;

const KEYS = /\/api\/user\/api-keys$/;
const KEY: ApiKey = {
  id: 'a2b4c6d8-0000-4000-8000-000000000000',
  name: 'Nightly compilation of the newest videos of rivers',
  prefix: 'ck_Ab12Cd',
  scopes: ['read', 'edit', 'generate'],
  creditBudget: 100,
  creditsSpent: 12,
  createdAt: '2026-01-05T12:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-03-05T12:00:00.000Z',
};
const EXPIRED: ApiKey = {
  ...KEY,
  id: 'a2b4c6d8-0000-4000-8000-000000000001',
  name: 'Old',
  expiresAt: '2026-02-05T12:00:00.000Z',
};

/** States of the API keys in the settings. */
function apiKeys(): Screen[] {
  const group = (page: Page) => page.getByRole('region', { name: 'API keys' });
  const open = async (page: Page) => {
    await group(page).scrollIntoViewIfNeeded();
    await button(page, 'Create API Key').click();
    await dialog(page, 'Create API Key').waitFor();
  };
  return [
    {
      name: 'settings: API keys loading',
      path: '/settings',
      before: (page) => hold(page, KEYS),
      shown: (page) => group(page).getByText('Loading...').waitFor(),
    },
    {
      name: 'settings: API keys error',
      path: '/settings',
      before: (page) => refuse(page, KEYS, 500),
      shown: (page) => group(page).getByText('Could not load the API keys.').waitFor(),
    },
    {
      name: 'settings: API keys, one expired',
      path: '/settings',
      before: (page) => changeAnswer<ApiKey[]>(page, KEYS, () => [KEY, EXPIRED]),
      shown: async (page) => {
        await group(page).scrollIntoViewIfNeeded();
        await group(page).getByText('Expired', { exact: true }).waitFor();
      },
    },
    {
      name: 'settings: dialog Create API Key',
      path: '/settings',
      shown: async (page) => {
        await open(page);
        await page.getByRole('checkbox', { name: /^Generate/ }).click();
        await page.getByLabel('Credit budget').fill('none');
        await page.getByText('Enter a whole number').waitFor();
      },
    },
    {
      name: 'settings: dialog Copy Your API Key',
      path: '/settings',
      before: (page) =>
        answer(page, KEYS, ({ method }) =>
          method === 'POST' ? { json: { ...KEY, key: `ck_${'Ab12Cd'.repeat(8)}x` } } : undefined,
        ),
      shown: async (page) => {
        await open(page);
        await page.getByLabel('Name').fill(KEY.name);
        await button(page, 'Create Key').click();
        await dialog(page, 'Copy Your API Key').waitFor();
      },
    },
    {
      name: 'settings: dialog Revoke API Key',
      path: '/settings',
      before: (page) => changeAnswer<ApiKey[]>(page, KEYS, () => [KEY]),
      shown: async (page) => {
        await button(page, `Revoke ${KEY.name}`).click();
        await dialog(page, 'Revoke API Key').waitFor();
      },
    },
  ];
}

export function account(): Screen[] {
  const settings = (page: Page) => heading(page, 'Settings').waitFor();
  const offers = (page: Page) => heading(page, 'How credits work').waitFor();
  return [
    {
      name: 'profile: loading',
      path: '/profile',
      before: async (page) => {
        await hold(page, STATS);
        await hold(page, CREDITS);
      },
      shown: (page) => heading(page, 'Profile').waitFor(),
    },
    { name: 'profile: full', path: '/profile', shown: (page) => text(page, 'Active User').waitFor() },
    {
      name: 'profile: error',
      path: '/profile',
      before: (page) => refuse(page, STATS, 500),
      shown: (page) => text(page, 'Active User').waitFor(),
    },
    {
      name: 'settings: full, with a channel',
      path: '/settings',
      before: (page) =>
        changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: 'Rivers of the world' })),
      shown: (page) => button(page, 'Disconnect YouTube').waitFor(),
    },
    {
      name: 'settings: full, with two sign-ins',
      path: '/settings',
      before: async (page) => {
        await changeAnswer<AppConfig>(page, CONFIG, (config) => ({
          ...config,
          signIn: {
            ...config.signIn,
            providers: [...config.signIn.providers, { id: 'oidc', name: 'Studio' }],
          },
        }));
        await changeAnswer<Identity[]>(page, IDENTITIES, ([first]) => [
          first!,
          { ...first!, id: 'other', provider: 'Email' },
        ]);
      },
      shown: (page) => button(page, 'Add Studio').waitFor(),
    },
    {
      name: 'settings: changed',
      path: '/settings',
      shown: async (page) => {
        await settings(page);
        await page.getByRole('switch').first().click();
        await button(page, 'Save Changes').waitFor();
      },
    },
    {
      name: 'settings: dialog to leave',
      path: '/settings',
      shown: async (page) => {
        await settings(page);
        await page.getByRole('switch').first().click();
        await page.getByRole('link', { name: 'View Profile' }).click();
        await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
      },
    },
    {
      name: 'settings: dialog Delete Account',
      path: '/settings',
      shown: async (page) => {
        await button(page, 'Delete Account').click();
        await dialog(page, 'Delete Account').waitFor();
      },
    },
    {
      name: 'settings: dialog Sign Out Everywhere',
      path: '/settings',
      shown: async (page) => {
        await button(page, 'Sign Out Everywhere').click();
        await dialog(page, 'Sign Out Everywhere').waitFor();
      },
    },
    ...apiKeys(),
    {
      name: 'billing: loading',
      path: '/billing',
      before: async (page) => {
        await hold(page, CREDITS);
        await hold(page, LEDGER);
      },
      shown: offers,
    },
    { name: 'billing: full', path: '/billing', shown: offers },
    {
      name: 'billing: empty',
      path: '/billing?purchase=cancelled',
      before: async (page) => {
        await changeAnswer<Credits>(page, CREDITS, (credits) => ({
          ...credits,
          totalCredits: 0,
          availablePacks: [],
          allPacks: [],
        }));
        await changeAnswer(page, LEDGER, () => []);
      },
      shown: offers,
    },
    {
      name: 'billing: error',
      path: '/billing',
      before: async (page) => {
        await refuse(page, CREDITS, 500);
        await refuse(page, LEDGER, 500);
      },
      shown: (page) => text(page, 'Your credits could not be loaded.').waitFor(),
    },
  ];
}
