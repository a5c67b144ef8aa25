import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findProgram } from '../../../bin/lib/processes.mjs';
import { PATIENT } from '../patient.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** The first one uses the default window, in half of the time of the others. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** Chromium without a window, as patient as the test; the launcher closes it. */
export async function launchBrowser(...more: string[]): Promise<Browser> {
  const executablePath = BROWSERS.map(findProgram).find(Boolean);
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium-headless-shell');
  // Without a UTF-8 locale Chromium drops the names of downloads that are not English.
  const env = { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>;
  const { timeout } = PATIENT;
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...more], env, timeout });
  // Every context, however it is opened.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(timeout);
    return context;
  };
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The one browser of this process, which stays for its next files; whoever opens a context closes it. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => browser.once('disconnected', () => (shared = undefined)));
  return shared;
}

/** The shared browser; after the test every context in it is closed. */
export async function openBrowser(): Promise<Browser> {
  const browser = await shareBrowser();
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browser;
}

/** A page that records its errors and violations of the content policy. */
export async function openPage(
  browser: Browser,
  url: string,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // What a headed browser allows the front page.
    permissions: ['clipboard-write'],
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
