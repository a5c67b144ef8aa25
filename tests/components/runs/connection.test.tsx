import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { advance, settled, stopClock, ticking } from '../../helpers/components/stopped-clock.ts';
import { SAVED_ON_DEVICE } from '../../../client/src/lib/api/unsent.ts';
import { makeUser } from '../../helpers/served/account.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const offline = page.getByText('You are offline.', { exact: true });
const lost = page.getByRole('alert').getByText('Connection to the server lost.');
const landing = page.getByRole('link', { name: 'Get Started' });

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

afterEach(() => {
  setOnline(true);
  vi.restoreAllMocks();
});

describe('offline page', () => {
  it('shows in the header that the page is offline', async () => {
    await openApp('/');
    await shows(heading('Find Videos to Include'));
    setOnline(false);
    await shows(
      page
        .getByRole('banner')
        .getByRole('alert')
        .getByText(/^You are offline\./),
    );
    await shows(offline);
  });

  // product 4.85
  it('reports with one sentence that a request cannot be sent', async () => {
    await openEditor();
    await shows(heading('A project'));
    setOnline(false);
    for (const one of [calls.updateProject, calls.duplicateSection, calls.createSection]) disconnect(one);
    await press('Rename project');
    await page.getByRole('textbox', { name: 'Project title', exact: true }).fill('The river');
    await press('Save title');
    await shows(toast('Rename Failed'));
    await shows(toast('You are offline. Try again when you are back online.'));
  });

  itInFullTier('shows in the header that a change is waiting on this device', async () => {
    const served = await openEditor();
    disconnect(calls.updateSection);
    setOnline(false);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Offline');
    const waits = page.getByRole('banner').getByText(`You are offline. ${SAVED_ON_DEVICE}`, { exact: true });
    await shows(waits);
    answer(calls.updateSection, ({ body }) => ({ ...served.section(0), ...body }));
    setOnline(true);
    await lacks(waits);
    await shows(page.getByText('All changes saved'));
  });

  it('reads the data of the page again once the network is back', async () => {
    await openApp('/');
    await shows(page.getByRole('link', { name: '5 Credits' }));
    setOnline(false);
    await shows(offline);
    const before = requestsOf(calls.readCredits).length;
    setOnline(true);
    await lacks(offline);
    await expect.poll(() => requestsOf(calls.readCredits).length).toBe(before + 1);
  });
});

describe('page without a server', () => {
  it('keeps open work on the page while the server does not answer, and requests the user again on a press', async () => {
    await openEditor();
    await shows(heading('A project'));
    refuse(calls.readUser, 503);
    // The data is read again when the connection is back.
    setOnline(false);
    await shows(offline);
    setOnline(true);
    await shows(lost);
    await shows(heading('A project'));
    await lacks(landing);
    answer(calls.readUser, makeUser());
    await press('Try Again');
    await lacks(lost);
    await shows(heading('A project'));
  });

  // product 7.3
  it('does not request the user again automatically', async () => {
    refuse(calls.readUser, 503);
    stopClock();
    await openApp('/settings');
    await ticking(() => lost.query() !== null);
    await advance(60_000);
    await settled();
    expect(requestsOf(calls.readUser)).toHaveLength(1);
    expect(lost.query()).not.toBeNull();
  });

  // product 7.3
  it.each([
    ['the window gets the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['Try Again is pressed', () => press('Try Again')],
  ])('requests the user again when %s', async (_event, happen) => {
    refuse(calls.readUser, 503);
    await openApp('/settings');
    await shows(lost);
    expect(requestsOf(calls.readUser)).toHaveLength(1);
    answer(calls.readUser, makeUser());
    await happen();
    await shows(heading('Settings'));
    expect(requestsOf(calls.readUser)).toHaveLength(2);
    await lacks(lost);
    // From now on there is no reason to request the user.
    window.dispatchEvent(new Event('focus'));
    await settled();
    expect(requestsOf(calls.readUser)).toHaveLength(2);
  });

  it('requests the user again on the landing page, which does not show that the server is unreachable', async () => {
    refuse(calls.readUser, 503);
    await openApp('/');
    await shows(landing);
    await expect.poll(() => requestsOf(calls.readUser).length).toBe(1);
    answer(calls.readUser, makeUser());
    const askedOnFocus = (): number => {
      window.dispatchEvent(new Event('focus'));
      return requestsOf(calls.readUser).length;
    };
    // The page reacts once its request has failed.
    await expect.poll(askedOnFocus).toBe(2);
    await shows(heading('Find Videos to Include'));
  });

  it.each(['/settings', '/?project=7d3c9a52-8f1e-4a6b-9c0d-2e5f7a8b9c0d&stage=edit'])(
    'shows neither the landing page nor a sign-in at %s while the server does not answer',
    async (path) => {
      refuse(calls.readUser, 503);
      await openApp(path);
      await shows(lost);
      await lacks(landing);
      expect(address()).toBe(path);
    },
  );

  it('opens the requested screen once the server answers', async () => {
    refuse(calls.readUser, 503);
    await openApp('/settings');
    await shows(button('Try Again'));
    answer(calls.readUser, makeUser());
    await press('Try Again');
    await shows(heading('Settings'));
    expect(address()).toBe('/settings');
  });
});

describe('return after a sign-in', () => {
  it.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example/'])(
    'ignores the stored address %s of another site',
    async (path) => {
      sessionStorage.setItem('cutroom.return-to', JSON.stringify({ path, at: Date.now() }));
      await openApp('/');
      await shows(heading('Find Videos to Include'));
      await expect.poll(() => sessionStorage.getItem('cutroom.return-to')).toBe('null');
      expect(address()).toBe('/');
    },
  );
});
