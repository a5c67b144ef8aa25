import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import type { AppConfig } from '#contract/app-config.ts';
import { answer, refuse } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { button, heading, lacks, link, shows, text } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { makeConfig } from '../../helpers/served/account.ts';

const STUDIO = { id: 'oidc', name: 'Studio Login' } as const;
const GOOGLE = { id: 'google', name: 'Google' } as const;

const signedOut = (signIn: Partial<AppConfig['signIn']> = {}) => {
  refuse(calls.readUser, 401);
  answer(calls.readConfig, makeConfig({ signIn: { providers: [GOOGLE, STUDIO], ...signIn } }));
};

describe('the sign-in page', () => {
  it('has a button for each provider', async () => {
    signedOut();
    await openApp('/sign-in');
    await shows(heading('Sign in to Cutroom'));
    expect([
      ...hrefsOf(link('Continue with Google')),
      ...hrefsOf(link('Continue with Studio Login')),
    ]).toEqual([
      ['Continue with Google', '/auth/google'],
      ['Continue with Studio Login', '/auth/oidc'],
    ]);
  });

  it('sends a signed-in user to the workflow', async () => {
    await openApp('/sign-in');
    await shows(heading('Find Videos to Include'));
    expect(address()).toBe('/');
  });
});

describe('an installation with another sign-in than Google', () => {
  it('replaces Google on the landing page where Google is not configured', async () => {
    signedOut({ providers: [STUDIO] });
    await openApp('/');
    await shows(text('Sign in; there is nothing to install.'));
    expect([...hrefsOf(link('Get Started')), ...hrefsOf(link('Sign In to Continue'))]).toEqual([
      ['Get Started', '/api/login'],
      ['Sign In to Continue', '/api/login'],
    ]);
  });

  it('names the provider of a failed sign-in and offers it again', async () => {
    signedOut();
    await openApp('/login-error?with=oidc');
    await shows(text("We couldn't log you in with Studio Login. This might be a temporary issue."));
    await link('Try Again').click();
    expect(departuresOf()).toEqual(['/auth/oidc']);
  });
});

describe('an installation without a YouTube client', () => {
  it('offers no channel where none can be connected', async () => {
    answer(calls.readConfig, makeConfig({ channel: { available: false, standIn: false } }));
    await openApp('/settings');
    await shows(heading('Appearance'));
    await lacks(button('Connect YouTube'));
  });
});
