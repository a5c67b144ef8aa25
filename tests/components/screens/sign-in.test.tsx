import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { AppConfig } from '#contract/app-config.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { button, heading, lacks, link, shows, text, toast } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { makeConfig, makeIdentity } from '../../helpers/served/account.ts';

const STUDIO = { id: 'oidc', name: 'Studio Login' } as const;
const GOOGLE = { id: 'google', name: 'Google' } as const;

const signedOut = (signIn: Partial<AppConfig['signIn']> = {}) => {
  refuse(calls.readUser, 401);
  answer(calls.readConfig, makeConfig({ signIn: { providers: [GOOGLE, STUDIO], email: false, ...signIn } }));
};

describe('the sign-in page', () => {
  // product 28.4
  it('has a button for each provider', async () => {
    signedOut({ providers: [GOOGLE, STUDIO, { id: 'oidc2', name: 'Contoso' }] });
    await openApp('/sign-in');
    await shows(heading('Sign in to Cutroom'));
    expect([
      ...hrefsOf(link('Continue with Google')),
      ...hrefsOf(link('Continue with Studio Login')),
      ...hrefsOf(link('Continue with Contoso')),
    ]).toEqual([
      ['Continue with Google', '/auth/google'],
      ['Continue with Studio Login', '/auth/oidc'],
      ['Continue with Contoso', '/auth/oidc2'],
    ]);
  });

  it('requests a link by e-mail, then names the browser and the time', async () => {
    signedOut({ email: true });
    answer(calls.requestSignInLink, undefined);
    await openApp('/sign-in');
    await page.getByLabelText('Email address').fill(' ada@example.com ');
    await button('Send a Sign-In Link').click();
    await shows(text('We sent a link to ada@example.com. Open it in this browser within 15 minutes.'));
    expect(requestsOf(calls.requestSignInLink).map(({ body }) => body)).toEqual([
      { email: 'ada@example.com' },
    ]);
    await button('Use another address').click();
    await shows(button('Send a Sign-In Link'));
  });

  it('shows why a link was not sent', async () => {
    signedOut({ providers: [], email: true });
    refuse(calls.requestSignInLink, 429, 'This address already has 5 links.');
    await openApp('/sign-in');
    await page.getByLabelText('Email address').fill('ada@example.com');
    await button('Send a Sign-In Link').click();
    await shows(text('This address already has 5 links.'));
  });

  it('sends a signed-in user to the workflow', async () => {
    await openApp('/sign-in');
    await shows(heading('Find Videos to Include'));
    expect(address()).toBe('/');
  });
});

describe('the link of an e-mail', () => {
  const TOKEN = 'a'.repeat(43);

  // product 28.7
  it('signs in only after a press, and leaves no token in the address', async () => {
    signedOut({ email: true });
    answer(calls.confirmSignInLink, undefined);
    await openApp(`/sign-in/email#${TOKEN}`);
    await shows(button('Sign In'));
    expect([requestsOf(calls.confirmSignInLink).length, window.location.hash]).toEqual([0, '']);
    await button('Sign In').click();
    await expect.poll(departuresOf).toEqual(['/']);
    expect(requestsOf(calls.confirmSignInLink).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });

  it('offers a new link if it does not work', async () => {
    signedOut({ email: true });
    refuse(calls.confirmSignInLink, 410, 'This link was used.');
    await openApp(`/sign-in/email#${TOKEN}`);
    await button('Sign In').click();
    await shows(text('This link was used.'));
    await link('Request a New Link').click();
    await shows(heading('Sign in to Cutroom'));
  });

  it('is reported as incomplete without its token', async () => {
    signedOut({ email: true });
    await openApp('/sign-in/email');
    await shows(heading('This link does not work'));
  });
});

describe('the page for people who are not admitted', () => {
  // product 28.9
  it.each([
    ['invited', 'You need an invitation'],
    ['domains', 'Use your work address'],
    ['unverified', 'Your address is not confirmed'],
    ['suspended', 'Your account is suspended'],
    ['closed', 'No new accounts'],
    ['constructor', 'No new accounts'],
  ])('explains the reason %s as %j', async (reason, title) => {
    signedOut();
    await openApp(`/not-admitted?reason=${reason}`);
    await shows(heading(title));
    expect(hrefsOf(link('Sign In Another Way'))).toEqual([['Sign In Another Way', '/api/login']]);
  });

  it('links to the operator, if there is an address', async () => {
    refuse(calls.readUser, 401);
    const footer = { terms: null, privacy: null, contact: 'mailto:films@example.com' };
    answer(calls.readConfig, makeConfig({ footer }));
    await openApp('/not-admitted?reason=closed');
    await shows(link('Contact the people who run it'));
  });
});

describe('the sign-ins of an account', () => {
  const withProviders = () => {
    answer(calls.readConfig, makeConfig({ signIn: { providers: [GOOGLE, STUDIO], email: false } }));
  };

  it('the sign-ins of an account are hidden while there is only one', async () => {
    await openApp('/settings');
    await shows(heading('Appearance'));
    await lacks(heading('Sign-In'));
  });

  it('offers to add a second provider, and opens its page', async () => {
    withProviders();
    answer(calls.addIdentity, { url: 'https://id.example/auth' });
    await openApp('/settings');
    await lacks(button(/^Remove /));
    await button('Add Studio Login').click();
    await expect.poll(departuresOf).toEqual(['https://id.example/auth']);
  });

  it('removes one of two, after which the other one cannot be removed', async () => {
    withProviders();
    const google = makeIdentity();
    answer(calls.readIdentities, [google, makeIdentity({ provider: 'Studio Login' })]);
    answer(calls.removeIdentity, undefined);
    await openApp('/settings');
    await shows(button('Remove Google, test@example.com'));
    answer(calls.readIdentities, [google]);
    await button('Remove Studio Login, test@example.com').click();
    await shows(toast('Sign-In Removed'));
    await lacks(button(/^Remove /));
  });

  it.each([
    ['added', 'Sign-In Added'],
    ['taken', 'Not Added'],
  ])('announces the return from a provider: %s', async (ended, title) => {
    withProviders();
    await openApp(`/settings?sign_in=${ended}`);
    await shows(toast(title));
    expect(address()).toBe('/settings');
  });
});

describe('an installation with another sign-in than Google', () => {
  // product 28.5
  it('replaces Google on the landing page where Google is not configured', async () => {
    signedOut({ providers: [STUDIO] });
    await openApp('/');
    await shows(text('Sign in. There’s nothing to install.'));
    expect([...hrefsOf(link('Get Started')), ...hrefsOf(link('Sign In to Continue'))]).toEqual([
      ['Get Started', '/api/login'],
      ['Sign In to Continue', '/api/login'],
    ]);
  });

  // product 28.5
  it('names the provider of a failed sign-in and offers it again', async () => {
    signedOut();
    await openApp('/login-error?with=oidc');
    await shows(text("We couldn't log you in with Studio Login. This might be a temporary issue."));
    await link('Try Again').click();
    expect(departuresOf()).toEqual(['/auth/oidc']);
  });
});

describe('an installation without a YouTube client', () => {
  // product 28.6
  it('offers no channel where none can be connected', async () => {
    answer(calls.readConfig, makeConfig({ channel: { available: false, standIn: false } }));
    await openApp('/settings');
    await shows(heading('Appearance'));
    await lacks(button('Connect YouTube'));
  });
});
