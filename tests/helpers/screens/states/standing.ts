import type { Page } from 'playwright-core';
import type { AppConfig } from '#contract/app-config.ts';
import { changeAnswer, refuse } from '../../browser/answers.ts';
import { CONFIG, heading, type Screen, USER } from '../screen.ts';

const FOOTER: AppConfig['footer'] = {
  terms: 'https://films.example/terms',
  privacy: 'https://films.example/privacy',
  contact: 'mailto:films@example.com',
};

const signedOut = (page: Page) => refuse(page, USER, 401);

export function standing(): Screen[] {
  return [
    {
      name: 'landing: full',
      path: '/',
      before: async (page) => {
        await signedOut(page);
        await changeAnswer<AppConfig>(page, CONFIG, (config) => ({ ...config, footer: FOOTER }));
      },
      shown: async (page) => {
        await page.getByRole('link', { name: 'Contact' }).waitFor();
        await page.getByText('Which videos can I use?').click();
      },
    },
    {
      name: 'login-error: full',
      path: '/login-error',
      before: signedOut,
      shown: (page) => heading(page, 'Login Failed').waitFor(),
    },
    {
      name: 'not found: full',
      path: '/nowhere',
      shown: (page) => heading(page, '404 Page Not Found').waitFor(),
    },
  ];
}
