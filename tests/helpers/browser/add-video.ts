import type { Page, Route } from 'playwright-core';
import type { User } from '#contract/users.ts';
import type { Video } from '#contract/videos.ts';
import { createUser } from '../data/user.ts';
import { changeAnswer } from './answers.ts';
import { type Scene, type Visit } from './page-scene.ts';

const ID = 'dQw4w9WgXcQ';
export const THUMBNAIL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

export const LINK = `https://www.youtube.com/watch?v=${ID}`;
/** The site's description of the video behind `LINK`. */
export const siteVideo: Video = {
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

/** Finds the toast also behind a dialog, which hides it from roles. */
export const toast = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^=Notification]').getByText(text, { exact: true });
export const dialog = (page: Page, name = 'Add Video Manually') => page.getByRole('dialog', { name });
const field = (page: Page) => dialog(page).getByLabel('Video URL');
export const cards = (page: Page) => page.getByRole('list', { name: 'Videos' }).getByRole('listitem');
export const card = (page: Page, title: string) => cards(page).filter({ hasText: title });
export const chosen = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor();

/** The search stage of a new user. The sites' details of links are held back until a test answers. */
export async function openSearch(
  scene: Scene,
  channel: string | null = null,
): Promise<Visit & { lookUps: Route[] }> {
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

export async function addLink(page: Page, link: string): Promise<void> {
  await page.getByRole('button', { name: 'Add YouTube video link' }).click();
  await field(page).fill(link);
  await dialog(page).getByRole('button', { name: 'Add Video' }).click();
}
