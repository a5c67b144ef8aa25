import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, press, region, shows, textsOf, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeUser } from '../../helpers/served/account.ts';

/** Opens the settings of a user with this channel. */
async function openSettings(youtubeChannelName: string | null = null): Promise<void> {
  answer(calls.readUser, makeUser({ youtubeChannelName }));
  await openApp('/settings');
  await shows(heading('Settings'));
}

const options = (label: string) => page.getByLabelText(label).getByRole('option');

describe('settings', () => {
  // product 2.5, 6.2
  it('groups the settings under ten headings', async () => {
    await openSettings();
    await expect
      .poll(() => textsOf(page.getByRole('heading', { level: 2 })))
      .toEqual([
        'Notifications',
        'Video Preferences',
        'YouTube Integration',
        'Appearance',
        'Languages on this machine',
        'API keys',
        'Connected apps',
        'Webhooks',
        'Privacy & Security',
        'Danger Zone',
      ]);
  });

  // product 2.108, 2.109, 9.12
  it.each([
    ['Notifications', 'Email notifications'],
    ['Notifications', 'Project updates'],
    ['Video Preferences', 'Auto-save'],
  ])('switches on, under %s, the setting %s by default', async (group, name) => {
    await openSettings();
    await expect.element(region(group).getByRole('switch', { name })).toBeChecked();
  });

  // product 2.109, 9.10
  it('offers three video qualities, 1080p by default', async () => {
    await openSettings();
    await expect.element(region('Video Preferences').getByLabelText('Default quality')).toHaveValue('1080p');
    expect(textsOf(options('Default quality'))).toEqual(['720p', '1080p', '4k']);
  });

  // product 2.112, 9.11
  it('offers three themes, the light one by default', async () => {
    await openSettings();
    await expect.element(region('Appearance').getByLabelText('Theme')).toHaveValue('light');
    expect(textsOf(options('Theme'))).toEqual(['Light', 'Dark', 'System']);
  });

  // product 2.113, 2.114
  it('shows the state of the account and what can be done with its data', async () => {
    await openSettings();
    for (const text of ['Account status', 'Active', 'Export My Data', 'Import Data'])
      await shows(region('Privacy & Security').getByText(text, { exact: true }));
    await shows(region('Danger Zone').getByRole('button', { name: 'Delete Account', exact: true }));
  });

  // product 2.115
  it('ends with a link to the profile, Cancel and Save Changes', async () => {
    await openSettings();
    const footer = [...document.querySelectorAll('main footer :is(a, button)')];
    expect(footer.map((element) => [element.textContent, element.getAttribute('href')])).toEqual([
      ['View Profile', '/profile'],
      ['Cancel', null],
      ['Save Changes', null],
    ]);
  });

  it('shows Save Changes beside a changed setting at the top of the page', async () => {
    await openSettings();
    await expect.element(button('Save Changes')).not.toBeInViewport();
    await page.getByRole('switch', { name: 'Auto-save' }).click();
    window.scrollTo(0, 0);
    await expect.element(button('Save Changes')).toBeInViewport({ ratio: 1 });
  });

  // product 8.18
  it('reports settings that could not be saved', async () => {
    refuse(calls.updateSettings, 503, 'The settings are busy.');
    await openSettings();
    await page.getByRole('switch', { name: 'Auto-save' }).click();
    await press('Save Changes');
    await shows(toast('Update Failed'));
    await shows(toast('The settings are busy.'));
    await expect
      .poll(() => requestsOf(calls.updateSettings).map(({ body }) => body))
      .toEqual([{ autoSave: false }]);
  });

  // product 8.19
  it('reports an export that failed', async () => {
    refuse(calls.exportAccount, 503, 'The export is busy.');
    await openSettings();
    await press('Export My Data');
    await shows(toast('Export Failed'));
    await shows(toast('The export is busy.'));
  });

  // product 8.20
  it('reports a channel that could not be disconnected', async () => {
    refuse(calls.disconnectChannel, 503, 'The channel is busy.');
    await openSettings('Ada films');
    await press('Disconnect YouTube');
    await shows(toast('Disconnect Failed'));
    await shows(toast('The channel is busy.'));
    await shows(region('YouTube Integration').getByText('Ada films', { exact: true }));
  });

  // product 8.21
  it('reports a channel that could not be connected', async () => {
    refuse(calls.connectChannel, 503, 'The channel is busy.');
    await openSettings();
    await press('Connect YouTube');
    await shows(toast('Authentication Failed'));
    await shows(toast('The channel is busy.'));
  });

  it('reports in its own words that a channel could not be connected for lack of a connection', async () => {
    disconnect(calls.connectChannel);
    await openSettings();
    await press('Connect YouTube');
    await shows(toast('Failed to connect YouTube account.'));
    await shows(button('Connect YouTube'));
  });
});
