import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/app-config.ts';
import type { ProcessRequest } from '#contract/projects.ts';
import type { User } from '#contract/users.ts';
import type { Video } from '#contract/videos.ts';
import { changeAnswer, openScene, refuse, type Visit } from '../helpers/browser/page-scene.ts';
import { createUser } from '../helpers/data/user.ts';

const scene = await openScene();

const ID = 'dQw4w9WgXcQ';
const LINK = `https://www.youtube.com/watch?v=${ID}`;
const VIDEO = { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('waves') };
const THUMBNAIL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const told: Video = {
  id: `manual_${ID}_1`,
  title: 'A walk by the river',
  description: 'From source to sea',
  thumbnail: THUMBNAIL,
  duration: 65,
  source: 'Manual',
  sourceId: ID,
  views: 'Unknown',
  channel: 'Nature',
  createdAt: '2026-01-01T00:00:00.000Z',
  userId: null,
};

/** Behind a dialog too. */
const toast = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^=Notification]').getByText(text, { exact: true });
const dialog = (page: Page, name = 'Add Video Manually') => page.getByRole('dialog', { name });
const field = (page: Page) => dialog(page).getByLabel('Video URL');
const cards = (page: Page) => page.getByRole('list', { name: 'Videos' }).getByRole('listitem');
const card = (page: Page, title: string) => cards(page).filter({ hasText: title });
const chosen = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** The search stage of a new user; what sites tell of links is held back until a test answers. */
async function openSearch(channel: string | null = null): Promise<Visit & { lookUps: Route[] }> {
  const visit = await scene.visit(await createUser(scene.backend));
  const { page } = visit;
  const lookUps: Route[] = [];
  await page.route(/\/api\/videos\/extract$/, (route) => void lookUps.push(route));
  if (channel)
    await changeAnswer<User>(page, /\/api\/auth\/user$/, (user) => ({
      ...user,
      youtubeChannelName: channel,
    }));
  await page.goto('/');
  await heading(page, 'Find Videos to Include');
  return { ...visit, lookUps };
}

async function addLink(page: Page, link: string): Promise<void> {
  await page.getByRole('button', { name: 'Add YouTube video link' }).click();
  await field(page).fill(link);
  await dialog(page).getByRole('button', { name: 'Add Video' }).click();
}

describe('Add Video Manually', () => {
  it('asks for a URL when there is none, and for a valid one when it cannot be read', async () => {
    const { page, lookUps } = await openSearch();
    await addLink(page, '  ');
    await toast(page, 'URL Required').waitFor();
    await toast(page, 'Please enter a valid video URL.').waitFor();
    await field(page).fill('youtube dot com');
    await field(page).press('Enter');
    await toast(page, 'Invalid URL').waitFor();
    await toast(page, 'Please enter a valid video URL.').waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(lookUps).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('puts the card first, selects it, fills in what its site tells, and keeps it over a reload', async () => {
    const { page, lookUps } = await openSearch();
    await addLink(page, 'https://example.com/film.mp4');
    await card(page, 'Video from example.com').waitFor();
    await addLink(page, LINK);
    await toast(page, 'Video Added to Selection').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await heading(page, 'All Videos (2)');
    const first = cards(page).first();
    const text = await first.innerText();
    for (const words of ['Video from www.youtube.com', 'Manually added video', 'User Added', '10:00'])
      expect(text).toContain(words);
    expect(await chosen(page, 'Video from www.youtube.com').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Process 2 Videos' }).waitFor();

    expect(lookUps.map((route) => route.request().postDataJSON())).toEqual([
      { url: 'https://example.com/film.mp4' },
      { url: LINK },
    ]);
    await lookUps[1]!.fulfill({ json: told });
    await chosen(page, told.title).waitFor();
    for (const words of [told.description!, told.channel, '1:05'])
      expect(await first.innerText()).toContain(words);
    expect(await first.locator('img').getAttribute('src')).toBe(THUMBNAIL);

    await page.reload();
    await heading(page, 'All Videos (2)');
    expect(await chosen(page, told.title).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Process 2 Videos' }).waitFor();
  });

  it('shows the still of its id before its site has told anything', async () => {
    const { page } = await openSearch();
    const asked: string[] = [];
    await page.route(/\/media\/youtube\//, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({
        contentType: 'image/gif',
        body: Buffer.from(THUMBNAIL.split(',')[1]!, 'base64'),
      });
    });
    await addLink(page, LINK);
    const still = card(page, 'Video from www.youtube.com').locator('img');
    await still.waitFor();
    expect(await still.getAttribute('src')).toBe(`/media/youtube/${ID}/still.jpg`);
    await expect.poll(() => new Set(asked)).toEqual(new Set([`/media/youtube/${ID}/still.jpg`]));
  });

  it('leaves no card when there is no video at the address, says why, and lets the link be mended', async () => {
    const { page, lookUps } = await openSearch();
    await addLink(page, LINK);
    await toast(page, 'Video Added to Selection').waitFor();
    await expect.poll(() => lookUps.length).toBe(1);
    const message = 'There is no video at this address.';
    await lookUps[0]!.fulfill({ status: 422, json: { code: 'unprocessable', message, requestId: 'x' } });
    await toast(page, 'Failed to Add Video').waitFor();
    await toast(page, 'Could not extract video information. Please check the URL and try again.').waitFor();
    await heading(page, 'Start searching for videos');
    expect(await page.getByRole('region', { name: 'Selected videos' }).count()).toBe(0);
    await page.getByText(`${LINK} was not added. ${message}`).waitFor();
    await page.getByRole('button', { name: 'Edit Link', exact: true }).click();
    expect(await field(page).inputValue()).toBe(LINK);
    await field(page).fill('https://example.com/film.mp4');
    await field(page).press('Enter');
    await card(page, 'Video from example.com').waitFor();
    expect(await page.getByText(message).count()).toBe(0);
  });

  it.each([
    ['is slow', 503],
    ['is not asked for now', 429],
    ['cannot be reached', 0],
  ])('keeps the card of a link whose site %s', async (_, status) => {
    const { page, lookUps } = await openSearch();
    await addLink(page, LINK);
    await expect.poll(() => lookUps.length).toBe(1);
    if (status === 0) await lookUps[0]!.abort();
    else
      await lookUps[0]!.fulfill({ status, json: { code: 'refused', message: 'Not now.', requestId: 'x' } });
    await card(page, 'The site has sent no details yet.').waitFor();
    expect(await chosen(page, 'Video from www.youtube.com').isChecked()).toBe(true);
    expect(await toast(page, 'Failed to Add Video').count()).toBe(0);
  });

  it('is taken off the list by its button, and comes back by Undo', async () => {
    const { page } = await openSearch();
    await addLink(page, 'https://example.com/film.mp4');
    await card(page, 'Video from example.com').waitFor();
    await addLink(page, LINK);
    await heading(page, 'All Videos (2)');
    await page.getByRole('button', { name: 'Remove Video from www.youtube.com from the list' }).click();
    await heading(page, 'All Videos (1)');
    await page.getByRole('button', { name: 'Process 1 Video' }).waitFor();
    const next = chosen(page, 'Video from example.com');
    await expect.poll(() => next.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await heading(page, 'All Videos (2)');
    await page.getByRole('button', { name: 'Process 2 Videos' }).waitFor();
  });

  it('stands before what was found by any filter but Manual, which obeys the words', async () => {
    const { page } = await openSearch();
    await page.route(/\/api\/videos\/search/, (route) => route.fulfill({ json: [] }));
    await addLink(page, LINK);
    for (const [params, count] of [
      ['q=river', 1],
      ['q=river&source=youtube', 1],
      ['q=river&source=manual', 0],
      ['q=YouTube&source=manual', 1],
    ] as const) {
      await page.goto(`/?${params}`);
      await heading(page, count === 0 ? 'No videos found' : 'All Videos (1)');
      expect(await page.getByText('No videos found').count()).toBe(1 - count);
    }
  });

  it('adds the same link once', async () => {
    const { page } = await openSearch();
    await addLink(page, LINK);
    await heading(page, 'All Videos (1)');
    await chosen(page, 'Video from www.youtube.com').uncheck();
    await addLink(page, LINK);
    await dialog(page).waitFor({ state: 'detached' });
    await heading(page, 'All Videos (1)');
    expect(await chosen(page, 'Video from www.youtube.com').isChecked()).toBe(true);
  });

  it('hands the links over with the selection', async () => {
    const { page } = await openSearch();
    await addLink(page, LINK);
    await heading(page, 'All Videos (1)');
    const sent = page.waitForRequest(/\/api\/projects\/process$/);
    await refuse(page, /\/api\/projects\/process$/, 503);
    await page.getByRole('button', { name: 'Process 1 Video' }).click();
    const { videoIds, links } = (await sent).postDataJSON() as ProcessRequest;
    expect(videoIds).toEqual([expect.stringMatching(new RegExp(`^manual_${ID}_\\d{13}$`))]);
    expect(links).toEqual([{ id: videoIds[0], url: LINK }]);
  });
});

describe('Upload Video to YouTube', () => {
  const NAME = 'Upload Video to YouTube';
  const open = (page: Page) => page.getByRole('button', { name: 'Upload to YouTube' }).click();
  const upload = (page: Page) => dialog(page, NAME).getByRole('button', { name: /^Upload(ing\.\.\.)?$/ });
  const POST = /\/api\/youtube\/upload\?/;

  it('is offered with a connected channel alone; else the settings are', async () => {
    const { page } = await openSearch();
    expect(await page.getByRole('button', { name: 'Upload to YouTube' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Connect YouTube' }).click();
    await page.waitForURL('**/settings');
  });

  it('takes videos alone, and asks for a file and a title', async () => {
    const { page } = await openSearch('My Channel');
    await open(page);
    const input = dialog(page, NAME).locator('input[type=file]');
    expect(await input.getAttribute('accept')).toBe('video/*');
    expect(await upload(page).getAttribute('aria-disabled')).toBe('true');
    await input.setInputFiles({ ...VIDEO, name: 'sunrise.png', mimeType: 'image/png' });
    await dialog(page, NAME).getByText('You can only upload: video/*').waitFor();
    await input.setInputFiles(VIDEO);
    await dialog(page, NAME).getByText('waves.mp4', { exact: true }).waitFor();
    await dialog(page, NAME).getByLabel('Title').fill('   ');
    await dialog(page, NAME).getByLabel('Title').press('Enter');
    await toast(page, 'Missing Information').waitFor();
    await toast(page, 'Please select a file and enter a title.').waitFor();
    await dialog(page, NAME).getByLabel('Title').fill('Waves');
    expect(await upload(page).getAttribute('aria-disabled')).toBeNull();
  });

  it('asks for a file when there is a title alone', async () => {
    const { page } = await openSearch('My Channel');
    await open(page);
    await dialog(page, NAME).getByLabel('Title').fill('Waves');
    expect(await upload(page).getAttribute('aria-disabled')).toBe('true');
    await dialog(page, NAME).getByLabel('Title').press('Enter');
    await toast(page, 'Missing Information').waitFor();
    await toast(page, 'Please select a file and enter a title.').waitFor();
  });

  it('takes files as large as this installation does', async () => {
    const { page } = await openSearch('My Channel');
    await changeAnswer<AppConfig>(page, /\/api\/config$/, (config) => ({
      ...config,
      limits: { ...config.limits, channelUploadBytes: 3 * 2 ** 20 },
    }));
    await page.reload();
    await open(page);
    const form = dialog(page, NAME);
    await form.getByText('Drop one video here, at most 3 MB.').waitFor();
    const large = { ...VIDEO, name: 'large.mp4', buffer: Buffer.alloc(3 * 2 ** 20 + 1) };
    await form.locator('input[type=file]').setInputFiles(large);
    await form.getByText('large.mp4 exceeds maximum allowed size of 3 MB').waitFor();
    await form.locator('input[type=file]').setInputFiles({ ...large, buffer: Buffer.alloc(3 * 2 ** 20) });
    await form.getByText('large.mp4', { exact: true }).waitFor();
    expect(await form.getByText('exceeds maximum').count()).toBe(0);
  });

  it('sends title, description and file in one form, puts the uploaded video first, and selects it', async () => {
    const { page } = await openSearch('My Channel');
    await addLink(page, 'https://example.com/film.mp4');
    await card(page, 'Video from example.com').waitFor();
    await open(page);
    const form = dialog(page, NAME);
    await form.locator('input[type=file]').setInputFiles(VIDEO);
    await form.getByLabel('Title').fill(' Waves ');
    await form.getByLabel('Description (optional)').fill('At the sea');
    const posts: Route[] = [];
    await page.route(POST, (route) => void posts.push(route));
    await upload(page).click();
    await expect.poll(() => posts.length).toBe(1);
    expect(await upload(page).getAttribute('aria-disabled')).toBe('true');
    await form.getByRole('progressbar', { name: 'Uploading waves.mp4' }).waitFor();
    const parts = [
      ...posts[0]!
        .request()
        .postData()!
        .matchAll(/name="(\w+)"[^]*?\r\n\r\n([^]*?)\r\n--/g),
    ];
    expect(parts.map(([, name, value]) => [name, value])).toEqual([
      ['title', 'Waves'],
      ['description', 'At the sea'],
      ['video', 'waves'],
    ]);
    // What is typed meanwhile stays, and is told not to go with this try.
    await form.getByLabel('Description (optional)').fill('At the wide sea');
    await form.getByText(/as they were when you pressed Upload/).waitFor();
    const video = { ...told, id: 'upload_1', title: 'Waves' };
    await posts[0]!.fulfill({ json: video });
    await toast(page, 'Video Uploaded Successfully').waitFor();
    await form.waitFor({ state: 'detached' });
    await heading(page, 'All Videos (2)');
    expect(await cards(page).first().innerText()).toContain('Waves');
    expect(await chosen(page, 'Waves').isChecked()).toBe(true);
    await open(page);
    expect(await form.getByLabel('Title').inputValue()).toBe('');
    await form.getByText(/^Drop one video here/).waitFor();
  });

  it('says Upload Failed, keeps what was typed, and sends it again', async () => {
    const { page } = await openSearch('My Channel');
    await open(page);
    const form = dialog(page, NAME);
    await form.locator('input[type=file]').setInputFiles(VIDEO);
    await form.getByLabel('Title').fill('Waves');
    await refuse(page, POST, 502, 'YouTube did not take the video.');
    await upload(page).click();
    await toast(page, 'Upload Failed').waitFor();
    await toast(
      page,
      'Could not upload video to YouTube. Please check your connection and try again.',
    ).waitFor();
    await form.getByText('Failed to upload waves.mp4').waitFor();
    await form.getByText('YouTube did not take the video.').waitFor();
    expect(await form.getByLabel('Title').inputValue()).toBe('Waves');
    await page.route(POST, (route) => route.fulfill({ json: { ...told, title: 'Waves' } }));
    await form.getByRole('button', { name: 'Retry' }).click();
    await toast(page, 'Video Uploaded Successfully').waitFor();
  });

  it('says YouTube Not Connected when the channel is gone meanwhile', async () => {
    const { page } = await openSearch('My Channel');
    await open(page);
    const form = dialog(page, NAME);
    await form.locator('input[type=file]').setInputFiles(VIDEO);
    await form.getByLabel('Title').fill('Waves');
    await page.unroute(/\/api\/auth\/user$/);
    // Reading the user again as a reconnection does.
    const read = page.waitForResponse(/\/api\/auth\/user$/);
    await page.context().setOffline(true);
    await page.getByText(/^You are offline/).waitFor();
    await page.context().setOffline(false);
    await read;
    await page
      .getByRole('link', { name: 'Connect YouTube', includeHidden: true })
      .waitFor({ state: 'attached' });
    await upload(page).click();
    await toast(page, 'YouTube Not Connected').waitFor();
    await toast(page, 'Please connect your YouTube account in settings first.').waitFor();
    expect(await form.getByRole('progressbar').count()).toBe(0);
  });
});
