import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Credits } from '#contract/credits.ts';
import type { User } from '#contract/users.ts';
import { changeAnswer, openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const USER = /\/api\/auth\/user$/;
const CHANNEL = /\/api\/youtube\/auth$/;

const scene = await openScene();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The screen's own links, by name. */
const links = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((link) => [link.textContent!.trim(), link.getAttribute('href')])),
    );
const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());

describe('the profile', () => {
  it('shows the profile with its figures and ways on', async () => {
    const user = await createUser(scene.backend, { packs: [10] });
    await createProject(scene.backend, user.id);
    const { page } = await scene.visit(user);
    await changeAnswer<User>(page, USER, (known) => ({ ...known, createdAt: '2026-03-05T12:00:00.000Z' }));
    await page.goto('/profile');
    await heading(page, 'Profile').waitFor();
    const you = region(page, 'You');
    for (const text of ['TU', 'Test User', user.email, 'Active User'])
      await you.getByText(text, { exact: true }).waitFor();
    const figures = page.locator('main dl').first().locator('> div');
    for (const figure of ['Total Projects 1', 'Videos Processed 1', 'Video Credits 10'])
      await expect.poll(async () => plain(await figures.allInnerTexts())).toContain(figure);
    const account = region(page, 'Account info').locator('dl > div');
    expect(plain(await account.allInnerTexts())).toEqual([
      'First name Test',
      'Last name User',
      `Email ${user.email}`,
      'Member since Mar 5, 2026',
      'Storage 0 B of 100 GB',
    ]);
    expect(await links(page)).toEqual({
      'Back to Dashboard': '/',
      'Manage Credits': '/billing',
      'Account Settings': '/settings',
      'Sign Out': '/api/logout',
    });
  });
});

describe('the settings', () => {
  /** The settings; `channel` is the user's. */
  async function openSettings(given: string | null = null, path = '/settings') {
    const { page, context } = await scene.visit(await createUser(scene.backend));
    const state = { channel: given };
    await changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: state.channel }));
    await page.goto(path);
    await heading(page, 'Settings').waitFor();
    return { page, context, state };
  }

  it('shows every setting with its default', async () => {
    const { page } = await openSettings();
    const headings = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    await expect
      .poll(headings)
      .toEqual([
        'Notifications',
        'Video Preferences',
        'YouTube Integration',
        'Appearance',
        'Languages on this machine',
        'Privacy & Security',
        'Danger Zone',
      ]);
    const toggle = (group: string, name: string) => region(page, group).getByRole('switch', { name });
    for (const [group, name] of [
      ['Notifications', 'Email notifications'],
      ['Notifications', 'Project updates'],
      ['Video Preferences', 'Auto-save'],
    ] as const) {
      expect([name, await toggle(group, name).getAttribute('aria-checked')]).toEqual([name, 'true']);
    }
    const quality = region(page, 'Video Preferences').getByLabel('Default quality');
    expect(await quality.locator('option').allInnerTexts()).toEqual(['720p', '1080p', '4k']);
    expect(await quality.inputValue()).toBe('1080p');
    const theme = region(page, 'Appearance').getByLabel('Theme');
    expect(await theme.locator('option').allInnerTexts()).toEqual(['Light', 'Dark', 'System']);
    expect(await theme.inputValue()).toBe('light');
    const privacy = region(page, 'Privacy & Security');
    for (const text of ['Account status', 'Active', 'Export My Data', 'Import Data'])
      await privacy.getByText(text, { exact: true }).waitFor();
    await region(page, 'Danger Zone').getByRole('button', { name: 'Delete Account' }).waitFor();
    const footer = page.getByRole('main').locator('footer');
    expect(plain(await footer.locator('a, button').allInnerTexts())).toEqual([
      'View Profile',
      'Cancel',
      'Save Changes',
    ]);
    expect(await footer.getByRole('link').getAttribute('href')).toBe('/profile');
  });

  it('connects and disconnects a channel, and reads the user anew', async () => {
    const { page, context, state } = await openSettings();
    const channel = region(page, 'YouTube Integration');
    await channel.getByText('No channel connected', { exact: true }).waitFor();
    await channel.getByText('Not connected', { exact: true }).waitFor();
    await page.route(CHANNEL, (route) => {
      state.channel = route.request().method() === 'POST' ? 'Ada films' : null;
      return state.channel ? route.fulfill({ json: { connected: true } }) : route.fulfill({ status: 204 });
    });
    await button(page, 'Connect YouTube').click();
    await toast(page, 'YouTube Connected').waitFor();
    for (const text of ['Ada films', 'Connected']) await channel.getByText(text, { exact: true }).waitFor();
    await button(page, 'Disconnect YouTube').click();
    await toast(page, 'YouTube Disconnected').waitFor();
    await channel.getByText('No channel connected', { exact: true }).waitFor();

    // Most are sent to the consent page.
    const authUrl = 'https://consent.example/youtube';
    await context.route(authUrl, (route) => route.fulfill({ body: 'May it?' }));
    await page.route(CHANNEL, (route) => route.fulfill({ json: { authUrl } }));
    await button(page, 'Connect YouTube').click();
    await page.waitForURL(authUrl);
    expect(page.url()).toBe(authUrl);
  });

  it('says how the connection of a channel ended', async () => {
    const { page } = await openSettings('Ada films', '/settings?youtube_success=true');
    await toast(page, 'YouTube Connected').waitFor();
    expect(new URL(page.url()).search).toBe('');
    const cases = {
      missing_code: 'Authentication code missing. Please try again.',
      no_channel: 'No YouTube channel found for this account.',
      callback_failed: 'YouTube authentication failed. Please try again.',
      constructor: 'Failed to connect YouTube account.',
    };
    for (const [code, text] of Object.entries(cases)) {
      await page.goto(`/settings?youtube_error=${code}`);
      await toast(page, text).waitFor();
      await toast(page, 'Authentication Failed').waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
  });

  it('says which setting failed, and hints at the sign-in when it is over', async () => {
    const { page, state } = await openSettings('Ada films');
    const fails = async (path: RegExp, press: () => Promise<unknown>, title: string) => {
      await refuse(page, path, 503, `No ${title}.`);
      await press();
      await toast(page, title).waitFor();
      await toast(page, `No ${title}.`).waitFor();
    };
    const save = async () => {
      await page.getByRole('switch', { name: 'Auto-save' }).click();
      await button(page, 'Save Changes').click();
    };
    await fails(/\/api\/user\/settings$/, save, 'Update Failed');
    await button(page, 'Cancel').click();
    await fails(/\/api\/user\/export$/, () => button(page, 'Export My Data').click(), 'Export Failed');
    await fails(CHANNEL, () => button(page, 'Disconnect YouTube').click(), 'Disconnect Failed');
    state.channel = null;
    await page.reload();
    await fails(CHANNEL, () => button(page, 'Connect YouTube').click(), 'Authentication Failed');
    await page.route(CHANNEL, (route) => route.abort());
    await button(page, 'Connect YouTube').click();
    await toast(page, 'Failed to connect YouTube account.').waitFor();

    await page.route('**/api/login', (route) => route.fulfill({ body: 'Sign in' }));
    await refuse(page, /\/api\/user\/export$/, 401);
    await button(page, 'Export My Data').click();
    await toast(page, 'Authentication Failed').waitFor();
    await toast(page, 'Please refresh the page or log in again.').waitFor();
    await page.waitForURL('**/api/login');
    expect(new URL(page.url()).pathname).toBe('/api/login');
  });
});

describe('billing', () => {
  it('shows credits, packs, prices and how they work', async () => {
    const { page } = await scene.visit(await createUser(scene.backend, { packs: [10, 50] }));
    await changeAnswer<Credits>(page, /\/api\/user\/credits$/, (credits) => {
      const packs = credits.allPacks.map((pack) =>
        pack.packSize === 10 ? { ...pack, creditsRemaining: 4 } : pack,
      );
      return { totalCredits: 54, availablePacks: packs, allPacks: packs };
    });
    await page.goto('/billing');
    await heading(page, 'Billing').waitFor();
    const bar = page.getByRole('progressbar', { name: 'Pack of 10: credits left' });
    await bar.waitFor();
    expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuetext')]).toEqual([
      '40',
      '4 of 10',
    ]);
    const figures = page.locator('main dl > div');
    expect(plain(await figures.allInnerTexts())).toEqual([
      'Available credits 54',
      'Active packs 2',
      'Total purchased 60',
    ]);
    expect(
      plain(await region(page, 'Active packs').getByRole('listitem').allInnerTexts()).map(
        (text) => / (\d+ of \d+ credits left)$/.exec(text)?.[1],
      ),
    ).toEqual(expect.arrayContaining(['4 of 10 credits left', '50 of 50 credits left']));
    const offers = region(page, 'Purchase credits').getByRole('listitem');
    expect(plain(await offers.allInnerTexts())).toEqual([
      '10 videos $9.99 $1.00 each Basic support Buy 10 videos',
      '50 videos Most popular $39.99 $0.80 each 20% savings Buy 50 videos',
      '100 videos $69.99 $0.70 each 30% savings Buy 100 videos',
    ]);
    expect(await region(page, 'How credits work').getByRole('listitem').allInnerTexts()).toEqual([
      'One credit is used for each new compilation.',
      'Editing existing projects costs nothing.',
      'Credits never expire.',
      'Failed processing does not consume a credit: it is given back.',
    ]);
    expect(await links(page)).toEqual({
      'Back to Dashboard': '/',
      'Create a Compilation': '/',
      Profile: '/profile',
      'Account Settings': '/settings',
    });
  });
});
