import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../../../bin/lib/processes.mjs';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Without a GPU, a GPU process only adds the cost of its messages.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  // Pages of one context share a process and its compiled code.
  '--process-per-site',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Opens a context. The first one uses the default window, which takes half of the time of the others. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** Returns the path of an installed Chromium. */
export function findBrowser(): string | undefined {
  return BROWSERS.map(findProgram).find(Boolean);
}

/** Launches headless Chromium whose waits time out after `timeout` ms. The launcher closes it. */
export async function launchChromium(timeout: number, ...more: string[]): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium-headless-shell');
  // Without a UTF-8 locale, Chromium drops names of downloads that are not English.
  const env = { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>;
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...more], env, timeout });
  // Applies to every context, however it is opened.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(timeout);
    return context;
  };
  return browser;
}
