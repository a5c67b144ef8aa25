import type { Page } from 'playwright-core';
import type { AppConfig } from '#contract/app-config.ts';
import { changeAnswer, refuse } from '../../browser/answers.ts';
import { button, CONFIG, heading, type Screen, USER } from '../screen.ts';

const FOOTER: AppConfig['footer'] = {
  terms: 'https://films.example/terms',
  privacy: 'https://films.example/privacy',
  contact: 'mailto:films@example.com',
};

const SIGN_IN: AppConfig['signIn'] = {
  providers: [
    { id: 'google', name: 'Google' },
    { id: 'oidc', name: 'The Sign-In of a Very Long University Name' },
  ],
  email: true,
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
      name: 'sign-in: all ways',
      path: '/sign-in',
      before: async (page) => {
        await signedOut(page);
        await changeAnswer<AppConfig>(page, CONFIG, (config) => ({ ...config, signIn: SIGN_IN }));
      },
      shown: (page) => button(page, 'Send a Sign-In Link').waitFor(),
    },
    {
      name: 'sign-in link: full',
      path: `/sign-in/email#${'a'.repeat(43)}`,
      before: signedOut,
      shown: (page) => button(page, 'Sign In').waitFor(),
    },
    {
      name: 'sign-in link: incomplete',
      path: '/sign-in/email',
      before: signedOut,
      shown: (page) => heading(page, 'This link does not work').waitFor(),
    },
    {
      name: 'not admitted: full',
      path: '/not-admitted?reason=invited',
      before: signedOut,
      shown: (page) => heading(page, 'You need an invitation').waitFor(),
    },
    {
      name: 'not found: full',
      path: '/nowhere',
      shown: (page) => heading(page, '404 Page Not Found').waitFor(),
    },
  ];
}
