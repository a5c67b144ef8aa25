import type { Page } from 'playwright-core';
import type { AppConfig } from '#contract/app-config.ts';
import type { Credits } from '#contract/credits.ts';
import type { Identity } from '#contract/sign-in.ts';
import type { User } from '#contract/users.ts';
import { changeAnswer, hold, refuse } from '../../browser/answers.ts';
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
import { apiKeys, connectApp } from './settings/api-keys.ts';
import { webhooks } from './settings/webhooks.ts';

const IDENTITIES = /\/api\/user\/identities$/;

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
    ...connectApp(),
    ...webhooks(),
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
