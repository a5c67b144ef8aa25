import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type EditVisit, openEditStage } from './edit-scene.ts';
import type { Scene } from './page-scene.ts';

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
export const words = (page: Page) => page.locator('[data-word]');
export const time = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentTime);
export async function timeIs(page: Page, wanted: number, within = 0.15): Promise<void> {
  await expect.poll(async () => Math.abs((await time(page)) - wanted) <= within).toBe(true);
}
export const paused = (page: Page) => page.evaluate(() => document.querySelector('video')!.paused);
export const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/update?') && response.ok());
export const selected = (page: Page) => page.locator('[data-select][aria-current]').textContent();
export async function selectedIs(page: Page, title: string): Promise<void> {
  await expect.poll(() => selected(page)).toBe(title);
}

/** An editor whose video can play. */
export async function openPlaying(
  scene: Scene,
  scan: string,
  wish: Parameters<typeof openEditStage>[2] = {},
): Promise<EditVisit> {
  const visit = await openEditStage(scene, scan, wish);
  await visit.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  return visit;
}

/** The field of the selected section's text: Rewrite shows it where the spoken words are the text. */
export async function textField(page: Page): Promise<Locator> {
  const field = page.getByRole('textbox', { name: 'Transcription' });
  const rewrite = page.getByRole('button', { name: 'Rewrite', exact: true });
  await field.or(rewrite).waitFor();
  if (await rewrite.isVisible()) await rewrite.click();
  await field.waitFor();
  return field;
}
