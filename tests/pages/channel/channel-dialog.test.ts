import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/app-config.ts';
import { changeAnswer, openScene, refuse } from '../../helpers/browser/page-scene.ts';
import {
  addLink,
  card,
  cards,
  chosen,
  dialog,
  heading,
  toast,
  told,
  openSearch as openAddStage,
} from '../../helpers/browser/add-video.ts';

const scene = await openScene();
const openSearch = (channel: string | null = null) => openAddStage(scene, channel);
const VIDEO = { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('waves') };

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
    // Input meanwhile stays, with a note that this try does not include it.
    await form.getByLabel('Description (optional)').fill('At the wide sea');
    await form.getByText(/from when you pressed Upload/).waitFor();
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
    // Reloads the user, as a reconnection does.
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
