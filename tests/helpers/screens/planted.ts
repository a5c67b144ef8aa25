import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import '../tier.ts';

const FAINT = 'background: white; color: #555';

/** Faults that only one check finds, in the order of the findings, with their messages. */
const PLANTED = [
  { id: 'unnamed', tag: 'input', when: '(width: 1440px)', messages: ['1440 light: label at #unnamed '] },
  {
    id: 'faint',
    tag: 'p',
    when: '(width: 1440px)',
    style: FAINT,
    dark: 'color: #ddd',
    messages: ['1440 dark: color-contrast at #faint '],
  },
  {
    id: 'small',
    tag: 'button',
    when: '(width: 360px)',
    style: 'width: 9px; height: 9px',
    messages: ['360 light: target-size at #small '],
  },
  {
    id: 'small-too',
    tag: 'button',
    when: '(width: 360px)',
    style: 'width: 9px; height: 9px',
    messages: ['360 light: target-size at #small-too '],
  },
  {
    id: 'faint-phone',
    tag: 'p',
    when: '(width: 360px)',
    style: FAINT,
    dark: 'color: #ddd',
    messages: ['360 dark: color-contrast at #faint-phone '],
  },
  {
    id: 'wide',
    tag: 'p',
    when: '(width: 320px)',
    style: 'width: 350px',
    messages: ['320: the page is ', '320: P “wide”'],
  },
  // Only with large text.
  {
    id: 'wide-tablet',
    tag: 'p',
    when: '(width: 768px)',
    style: 'width: 30rem',
    messages: ['768 at 200%: the page is ', '768 at 200%: P “wide-tablet”'],
  },
  {
    id: 'wide-laptop',
    tag: 'p',
    when: '(width: 1280px)',
    style: 'width: 50rem',
    messages: ['1280 at 200%: the page is ', '1280 at 200%: P “wide-laptop”'],
  },
] as const;

const IN_COMMIT_TIER = /^(1440 light|320):/;

/** Returns the findings on a page with planted faults. */
export const PLANTED_FINDINGS = PLANTED.flatMap(({ messages }) => messages).filter(
  (line) => inject('tier') === 'full' || IN_COMMIT_TIER.test(line),
);

/** Adds one fault of each kind to a page. */
export async function plantFaults(page: Page): Promise<void> {
  await page.evaluate((planted) => {
    const sheet = new CSSStyleSheet();
    for (const fault of planted) {
      const element = document.createElement(fault.tag);
      element.id = fault.id;
      element.textContent = fault.id;
      document.querySelector('main')!.append(element);
      sheet.insertRule(`#${fault.id} { display: none; ${'style' in fault ? fault.style : ''} }`);
      sheet.insertRule(`@media ${fault.when} { #${fault.id} { display: block } }`, sheet.cssRules.length);
      if ('dark' in fault) sheet.insertRule(`.dark #${fault.id} { ${fault.dark} }`, sheet.cssRules.length);
    }
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, PLANTED);
}
