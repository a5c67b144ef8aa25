import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { PATIENT } from '../patient.ts';
import { launchChromium } from './launch.ts';

/** Launches headless Chromium with the patience of the test. The launcher closes it. */
export const launchBrowser = (...more: string[]): Promise<Browser> =>
  launchChromium(PATIENT.timeout, ...more);

let shared: Promise<Browser> | undefined;

/**
 * The only browser of this process, which stays open for the next files. Whoever opens a context closes it.
 */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => browser.once('disconnected', () => (shared = undefined)));
  return shared;
}

/** Returns the shared browser, and closes all of its contexts after the test. */
export async function openBrowser(): Promise<Browser> {
  const browser = await shareBrowser();
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browser;
}

/** Opens a page that records its errors and violations of the content policy. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // Motion is drawn sixty times a second, which would take the processor from concurrent tests.
    reducedMotion: 'reduce',
    // The settings that a headed browser applies to the front page.
    permissions: ['clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
      complaints.push(message.text());
  });
  // Runs before the browser is closed, in reverse order of registration.
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}.png` });
  });
  return { page, context, complaints };
}

/** Signs in through the stand-in as a person of this name. */
export async function signIn(page: Page, person: { name: string; email: string }): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('button', { name: 'Get Started' })
    .or(page.getByRole('link', { name: 'Get Started' }))
    .first()
    .click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
}
