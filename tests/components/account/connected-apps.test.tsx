import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Authorization } from '#contract/oauth.ts';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import {
  button,
  dialog,
  heading,
  lacks,
  region,
  shows,
  text,
  textsOf,
  toast,
} from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeApiKey } from '../../helpers/served/account.ts';

const PATH = '/oauth/authorize';
const QUERY = new URLSearchParams({
  response_type: 'code',
  client_id: 'a-client',
  redirect_uri: 'https://agent.example/callback',
  code_challenge: 'a-challenge',
  code_challenge_method: 'S256',
  scope: 'read edit generate',
  state: 'a-state',
  resource: 'http://localhost/mcp',
  prompt: 'consent',
});
const REQUEST: Authorization = {
  name: 'Test agent',
  site: 'agent.example',
  scopes: ['read', 'edit', 'generate'],
};
const RETURN = 'https://agent.example/callback?code=a-code';

async function openQuestion(request: Partial<Authorization> = {}): Promise<void> {
  answer(calls.readAuthorization, { ...REQUEST, ...request });
  answer(calls.decideAuthorization, { url: RETURN });
  await openApp(`${PATH}?${QUERY}`);
  await shows(heading('Connect “Test agent”?'));
}

const scope = (name: RegExp) => page.getByRole('checkbox', { name });

describe('the page that connects an app', () => {
  // product 31.9
  it('shows the name, the site and the scopes of the app, and allows what is checked', async () => {
    await openQuestion();
    await shows(text('agent.example'));
    await shows(page.getByText('Any app can choose this name.'));
    await expect.element(scope(/^Read/)).toBeChecked();
    await expect.element(scope(/^Edit/)).toBeChecked();
    await expect.element(scope(/^Generate/)).not.toBeChecked();
    await scope(/^Edit/).click();
    await button('Allow').click();
    await expect.poll(departuresOf).toEqual([RETURN]);
    expect(requestsOf(calls.decideAuthorization).map(({ body }) => body)).toEqual([
      {
        responseType: 'code',
        clientId: 'a-client',
        redirectUri: 'https://agent.example/callback',
        codeChallenge: 'a-challenge',
        codeChallengeMethod: 'S256',
        scope: 'read edit generate',
        state: 'a-state',
        resource: 'http://localhost/mcp',
        allowed: { scopes: ['read'], creditBudget: null },
      },
    ]);
  });

  it('limits the credits of an app that may generate', async () => {
    await openQuestion();
    await scope(/^Generate/).click();
    await page.getByLabelText('Credit budget').fill('0');
    await expect.element(button('Allow')).toHaveAttribute('aria-disabled', 'true');
    await page.getByLabelText('Credit budget').fill('3');
    await button('Allow').click();
    await expect.poll(() => requestsOf(calls.decideAuthorization).length).toBe(1);
    expect(requestsOf(calls.decideAuthorization)[0]!.body.allowed).toEqual({
      scopes: ['read', 'edit', 'generate'],
      creditBudget: 3,
    });
  });

  it('returns to the app when the user denies its request', async () => {
    await openQuestion({ site: null });
    await shows(page.getByText('in a program on this computer'));
    await button('Deny').click();
    await expect.poll(departuresOf).toEqual([RETURN]);
    expect(requestsOf(calls.decideAuthorization)[0]!.body.allowed).toBeNull();
  });

  it('shows why a request is invalid, and leads nowhere', async () => {
    refuse(calls.readAuthorization, 422, 'This app is not registered here.');
    await openApp(`${PATH}?${QUERY}`);
    await shows(heading('This app cannot be connected'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('This app is not registered here.');
    await lacks(button('Allow'));
    expect(departuresOf()).toEqual([]);
  });

  it('asks again after the decision could not be sent', async () => {
    await openQuestion();
    refuse(calls.decideAuthorization, 422, 'An account can have up to 20 connected apps.');
    await button('Allow').click();
    await shows(page.getByRole('alert').getByText('An account can have up to 20 connected apps.'));
    await expect.element(button('Allow')).not.toHaveAttribute('aria-disabled');
  });
});

describe('the connected apps in the settings', () => {
  const apps = region('Connected apps');
  const disconnectDialog = dialog('Disconnect App');

  // product 31.11
  it('are listed apart from the API keys, and disconnected after a question', async () => {
    const own = { expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
    const first = makeApiKey({ name: 'Test agent', app: { site: 'agent.example' }, ...own });
    answer(calls.listApiKeys, [
      first,
      makeApiKey(),
      makeApiKey({ name: 'Local', app: { site: null }, ...own }),
    ]);
    answer(calls.revokeApiKey, undefined);
    await openApp('/settings');
    await expect
      .poll(() => textsOf(apps.getByRole('listitem')))
      .toEqual([
        expect.stringMatching(/^Test agent agent\.example.*Connected .+ · Disconnects .+ unless used/),
        expect.stringMatching(/^Local a program on a computer/),
      ]);
    await expect.poll(() => region('API keys').getByRole('listitem').elements().length).toBe(1);
    await button('Disconnect Test agent').click();
    await disconnectDialog.getByRole('button', { name: 'Disconnect App' }).click();
    await shows(toast('App Disconnected'));
    expect(requestsOf(calls.revokeApiKey).map(({ params }) => params.id)).toEqual([first.id]);
    await expect.poll(() => apps.getByRole('listitem').elements().length).toBe(1);
  });

  it('are an empty list at first, with the address at which they connect', async () => {
    await openApp('/settings');
    await shows(apps.getByText('No app is connected.'));
    await shows(apps.getByText(`${window.location.origin}/mcp`));
  });
});
