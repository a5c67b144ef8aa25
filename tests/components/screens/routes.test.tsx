import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { hold, refuse } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { heading, lacks, link, shows, text } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';

const getStarted = page.getByRole('link', { name: 'Get Started' }).first();

describe('routes', () => {
  // product 1.16, 2.1, 4.1, 6.1
  it('shows the landing page to a signed-out visitor', async () => {
    refuse(calls.readUser, 401);
    await openApp('/');
    await shows(getStarted);
  });

  // product 2.2, 2.3, 2.33, 4.1, 6.2
  it('shows the landing page until the user is known, then the workflow', async () => {
    const { release } = hold(calls.readUser);
    await openApp('/');
    await shows(getStarted);
    release();
    await shows(heading('Find Videos to Include'));
    await lacks(getStarted);
  });

  it('shows the landing page when the server cannot say who is signed in', async () => {
    refuse(calls.readUser, 503);
    await openApp('/');
    await shows(getStarted);
  });

  // product 2.8, 2.11, 2.12, 8.30
  it.each(['/nowhere', '/profile/me', '/search'])('shows the not-found page at %s', async (path) => {
    await openApp(path);
    await shows(heading('404 Page Not Found'));
    await shows(text('Did you forget to add the page to the router?'));
    expect(address()).toBe(path);
  });

  // product 6.1
  it('shows the not-found page to a signed-out visitor', async () => {
    refuse(calls.readUser, 401);
    await openApp('/nowhere');
    await shows(heading('404 Page Not Found'));
  });

  // product 2.7, 2.13, 2.14, 2.15, 2.16, 2.17, 6.1, 8.29
  it('offers another sign-in and the way home after a failed sign-in', async () => {
    refuse(calls.readUser, 401);
    await openApp('/login-error');
    await shows(heading('Login Failed'));
    await shows(text("We couldn't log you in with Google. This might be a temporary issue."));
    await shows(text('Please try again or contact support if the problem continues.'));
    await link('Try Again').click();
    expect(departuresOf()).toEqual(['/auth/google']);
    await link('Back to Home').click();
    await shows(getStarted);
    expect(address()).toBe('/');
  });
});
