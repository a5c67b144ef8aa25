import type { Page } from 'playwright-core';
import type { Video } from '#contract/videos.ts';
import type { Scene, Visit } from './page-scene.ts';
import { createUser } from '../data/user.ts';
import { gate } from '../gate.ts';

export const videoOf = (number: number, facts: Partial<Video> = {}): Video => ({
  id: `library_${number}`,
  title: `River ${number}`,
  description: null,
  thumbnail: '',
  duration: 65,
  source: 'library',
  sourceId: String(number),
  views: 'Unknown',
  channel: 'Tests',
  createdAt: null,
  userId: null,
  ...facts,
});
export const videos = (from: number, to: number): Video[] =>
  Array.from({ length: to - from + 1 }, (_, index) => videoOf(from + index));

export interface Search extends Visit {
  user: Awaited<ReturnType<typeof createUser>>;
  /** The parameters of all searches so far. */
  searches: URLSearchParams[];
  /** The response to each page. */
  answer(...pages: Video[][]): void;
  /** Holds responses back until the returned function is called. */
  hold(): () => void;
}

/** Opens the search of a new user, with the test's responses. */
export async function openSearch(scene: Scene, { packs = [5] }: { packs?: number[] } = {}): Promise<Search> {
  const user = await createUser(scene.backend, { packs });
  const { page, context } = await scene.visit(user);
  const searches: URLSearchParams[] = [];
  let pages: Video[][] = [];
  let heldUntil = Promise.resolve();
  await page.route(/\/api\/videos\/search/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    searches.push(searchParams);
    const json = pages[Number(searchParams.get('page')) - 1] ?? [];
    await heldUntil;
    await route.fulfill({ json });
  });
  await page.goto('/');
  await heading(page, 'Find Videos to Include').waitFor();
  return {
    page,
    context,
    user,
    searches,
    answer: (...next) => (pages = next),
    hold() {
      const { opened, open } = gate();
      heldUntil = opened;
      return open;
    },
  };
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const box = (page: Page) => page.getByRole('searchbox', { name: 'Search for Videos' });
export const tray = (page: Page) => page.getByRole('region', { name: 'Selected videos' });
export const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
export const checkbox = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: title, exact: true });
export const says = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Searches for words like a person. */
export async function search(page: Page, query: string): Promise<void> {
  await box(page).fill(query);
  await box(page).press('Enter');
}
