import type { Page } from 'playwright-core';
import { refuse } from '../../browser/answers.ts';
import { heading, type Screen, USER } from '../screen.ts';

const signedOut = (page: Page) => refuse(page, USER, 401);

export function standing(): Screen[] {
  return [
    {
      name: 'landing: full',
      path: '/',
      before: signedOut,
      shown: (page) => page.getByRole('link', { name: 'Get Started' }).waitFor(),
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
