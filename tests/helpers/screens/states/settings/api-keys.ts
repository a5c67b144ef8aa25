import type { Page } from 'playwright-core';
import type { ApiKey } from '#contract/api-keys.ts';
import type { Authorization } from '#contract/oauth.ts';
import { answer, changeAnswer, hold, refuse } from '../../../browser/answers.ts';
import { button, dialog, type Screen } from '../../screen.ts';

const AUTHORIZATION = /\/api\/oauth\/authorization\b/;
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
  app: null,
};
const EXPIRED: ApiKey = {
  ...KEY,
  id: 'a2b4c6d8-0000-4000-8000-000000000001',
  name: 'Old',
  expiresAt: '2026-02-05T12:00:00.000Z',
};

const APP: ApiKey = {
  ...KEY,
  id: 'a2b4c6d8-0000-4000-8000-000000000002',
  name: 'An agent that edits films while their creator sleeps',
  expiresAt: '2027-01-05T12:00:00.000Z',
  app: { site: 'a-long-name-of-a-service.agents.example.com' },
};

/** States of the API keys and connected apps in the settings. */
export function apiKeys(): Screen[] {
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
      name: 'settings: connected apps',
      path: '/settings',
      before: (page) =>
        changeAnswer<ApiKey[]>(page, KEYS, () => [APP, { ...APP, id: KEY.id, app: { site: null } }]),
      shown: async (page) => {
        const apps = page.getByRole('region', { name: 'Connected apps' });
        await apps.scrollIntoViewIfNeeded();
        await apps.getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'settings: dialog Disconnect App',
      path: '/settings',
      before: (page) => changeAnswer<ApiKey[]>(page, KEYS, () => [APP]),
      shown: async (page) => {
        await button(page, `Disconnect ${APP.name}`).click();
        await dialog(page, 'Disconnect App').waitFor();
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

/** States of the page that connects an app. */
export function connectApp(): Screen[] {
  const path = '/oauth/authorize?client_id=x&redirect_uri=x';
  return [
    {
      name: 'connect app: full',
      path,
      before: (page) =>
        answer(page, AUTHORIZATION, () => ({
          json: { name: APP.name, site: APP.app!.site, scopes: APP.scopes } satisfies Authorization,
        })),
      shown: async (page) => {
        await page.getByRole('checkbox', { name: /^Generate/ }).click();
        await page.getByLabel('Credit budget').fill('none');
        await page.getByText('Enter a whole number').waitFor();
      },
    },
    {
      name: 'connect app: invalid',
      path,
      shown: (page) => page.getByText('This app is not registered here.').waitFor(),
    },
  ];
}
