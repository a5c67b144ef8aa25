import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { heading, press, region, shows, toast } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { makeUser } from '../../helpers/served/account.ts';

const channel = region('YouTube Integration');

/** Opens the settings of a user with this channel; `change` sets the channel that the user has from then on. */
async function openSettings(name: string | null, path = '/settings'): Promise<(name: string | null) => void> {
  const change = (youtubeChannelName: string | null): void =>
    answer(calls.readUser, makeUser({ youtubeChannelName }));
  change(name);
  await openApp(path);
  await shows(heading('Settings'));
  return change;
}

describe('channel settings', () => {
  // product 3.2, 4.46
  it('shows that no channel is connected', async () => {
    await openSettings(null);
    await shows(channel.getByText('No channel connected', { exact: true }));
    await shows(channel.getByText('Not connected', { exact: true }));
  });

  // product 20.17
  it('explains that an earlier connection does not include subtitles', async () => {
    answer(calls.readUser, makeUser({ youtubeChannelName: 'Ada films', youtubeAllowsCaptions: false }));
    await openApp('/settings');
    await shows(channel.getByText('This connection does not include subtitles.'));
  });

  // product 1.14, 2.110, 2.111, 3.2, 4.46, 4.47, 8.47
  it('shows the channel that was connected, as the user has it afterwards', async () => {
    const change = await openSettings(null);
    answer(calls.connectChannel, () => {
      change('Ada films');
      return { connected: true as const };
    });
    await press('Connect YouTube');
    await shows(toast('YouTube Connected'));
    for (const text of ['Ada films', 'Connected']) await shows(channel.getByText(text, { exact: true }));
  });

  // product 2.110, 4.47, 8.49
  it('shows that the channel was disconnected, as the user has it afterwards', async () => {
    const change = await openSettings('Ada films');
    answer(calls.disconnectChannel, () => change(null) as never);
    await press('Disconnect YouTube');
    await shows(toast('YouTube Disconnected'));
    await shows(channel.getByText('No channel connected', { exact: true }));
  });

  it('leaves for the consent page that the server names', async () => {
    await openSettings(null);
    answer(calls.connectChannel, { authUrl: 'https://consent.example/youtube?state=1' });
    await press('Connect YouTube');
    await expect.poll(departuresOf).toEqual(['https://consent.example/youtube?state=1']);
  });

  // product 2.10, 7.29, 8.48
  it('announces a channel after the return from its consent page, once', async () => {
    await openSettings('Ada films', '/settings?youtube_success=true');
    await shows(toast('YouTube Connected'));
    expect(address()).toBe('/settings');
  });

  // product 2.10, 7.29, 8.22, 8.23, 8.24, 8.25
  it.each([
    ['missing_code', 'Authentication code missing. Please try again.'],
    ['no_channel', 'No YouTube channel found for this account.'],
    ['callback_failed', 'YouTube authentication failed. Please try again.'],
    ['constructor', 'Failed to connect YouTube account.'],
  ])('explains the error %s of the consent page, once', async (code, text) => {
    await openSettings(null, `/settings?youtube_error=${code}`);
    await shows(toast('Authentication Failed'));
    await shows(toast(text));
    expect(address()).toBe('/settings');
  });
});
