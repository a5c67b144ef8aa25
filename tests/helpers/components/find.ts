import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

export const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const heading = (name: string | RegExp): Locator => page.getByRole('heading', { name, exact: true });
export const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });
export const region = (name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const text = (value: string | RegExp): Locator => page.getByText(value, { exact: true });

/** Finds the title or the description of the current toast. */
export const toast = (value: string): Locator =>
  page.getByRole('region', { name: /^Notification/ }).getByText(value, { exact: true });

/** Finds a sentence of the alert dialog. */
export const alert = (value: string): Locator =>
  page.getByRole('alertdialog').getByText(value, { exact: true });

/** Waits until this is visible. */
export async function shows(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
}

/** Waits until this is not on the page. */
export async function lacks(locator: Locator): Promise<void> {
  await expect.element(locator).not.toBeInTheDocument();
}

export const press = (name: string | RegExp): Promise<void> => button(name).click();

/** Opens a tab of the editor's inspector, which only a wide screen has. */
export async function openTab(name: 'Text' | 'Frame' | 'Sound' | 'Captions' | 'Join'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await shows(page.getByRole('tabpanel', { name, exact: true }));
}

/** Returns the texts of all matching elements, with single spaces. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
