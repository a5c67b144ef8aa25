import { describe, expect, it } from 'vitest';
import type { ProcessRequest } from '#contract/projects.ts';
import { openScene, refuse } from '../../helpers/browser/page-scene.ts';
import {
  addLink,
  card,
  cards,
  chosen,
  dialog,
  field,
  heading,
  ID,
  LINK,
  THUMBNAIL,
  toast,
  told,
  openSearch as openAddStage,
} from '../../helpers/browser/add-video.ts';

const scene = await openScene();
const openSearch = (channel: string | null = null) => openAddStage(scene, channel);

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
    await page.getByRole('button', { name: 'Process 2 Videos · 1 credit' }).waitFor();

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
    await page.getByRole('button', { name: 'Process 2 Videos · 1 credit' }).waitFor();
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
    await page.getByRole('button', { name: 'Process 1 Video · 1 credit' }).waitFor();
    const next = chosen(page, 'Video from example.com');
    await expect.poll(() => next.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await heading(page, 'All Videos (2)');
    await page.getByRole('button', { name: 'Process 2 Videos · 1 credit' }).waitFor();
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
    await page.getByRole('button', { name: 'Process 1 Video · 1 credit' }).click();
    const { videoIds, links } = (await sent).postDataJSON() as ProcessRequest;
    expect(videoIds).toEqual([expect.stringMatching(new RegExp(`^manual_${ID}_\\d{13}$`))]);
    expect(links).toEqual([{ id: videoIds[0], url: LINK }]);
  });
});
