import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More Tab stops than any screen has before one of its controls. */
const MAX_STOPS = 120;

/** Returns the fault of the visible focus, or '' if there is no fault. */
const focusFault = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing has the focus';
    const name = `${element.tagName} “${(element.ariaLabel || element.textContent || '').slice(0, 40)}”`;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    if (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight)
      return `${name} is out of sight`;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element))) return `${name} is covered`;
    // A card shows the focus of its checkbox, and a button that covers a tile shows its own around the tile.
    const styles = [getComputedStyle(element), getComputedStyle(element, '::after')];
    const card = element.closest('label');
    if (card) styles.push(getComputedStyle(card));
    const seen = styles.some(
      ({ content, outlineStyle, outlineWidth, outlineColor }) =>
        content !== 'none' &&
        outlineStyle !== 'none' &&
        parseFloat(outlineWidth) >= 2 &&
        !outlineColor.endsWith(', 0)'),
    );
    return seen ? '' : `${name} does not show that it has the focus`;
  });

/** Presses a key, and checks that the focus is visible afterwards. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => focusFault(page), { message: `after ${key}` }).toBe('');
}

export async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) await press(page, letter === ' ' ? 'Space' : letter);
}

/** Reaches a control by Tab alone, forwards or backwards. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    const way = await target.evaluate((element) => {
      const { activeElement } = document;
      if (element === activeElement) return null;
      const earlier = element.compareDocumentPosition(activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING;
      return earlier && activeElement !== document.body ? 'Shift+Tab' : 'Tab';
    });
    if (way === null) return;
    await press(page, way);
  }
  throw new Error(`${MAX_STOPS} times Tab do not lead to ${String(target)}.`);
}
