import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { openBrowser, openPage } from '../browser/browser.ts';
import type { Stack } from '../processes/stack.ts';

/** Opens the landing page for a new visitor who may use the clipboard. */
export async function openJourney(
  { url }: Stack,
  device: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const { page, context, complaints } = await openPage(await openBrowser(), url, device);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await page.goto('/');
  return { page, complaints };
}

/** The control of the landing page that begins the sign-in. */
export const start = (page: Page): Locator =>
  page
    .getByRole('button', { name: 'Get Started' })
    .or(page.getByRole('link', { name: 'Get Started' }))
    .first();

/** Waits for the search after the sign-in, and makes films small, since rendering takes most of the time. */
export async function arrive(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
  await page.request.patch('/api/user/settings', { data: { defaultVideoQuality: '720p' } });
  await page.reload();
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first();
export const titlesOf = (page: Page) =>
  page.locator('[data-select]').evaluateAll((rows) => rows.map((row) => row.textContent!.trim()));

export async function readProject(page: Page): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  return (await (await page.request.get(`/api/projects/${id}`)).json()) as Project;
}

/** Checks that anyone can watch the film by the copied link. */
export async function seesCopied(page: Page): Promise<void> {
  await page.getByText('Link Copied', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [shared] = (await readProject(page)).films;
  expect(new URL(link).pathname).toBe(new URL(shared!.watchUrl!, link).pathname);
  const film = await fetch(link);
  expect([film.status, film.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
  await film.body?.cancel();
}
