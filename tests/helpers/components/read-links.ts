import type { Locator } from 'vitest/browser';

/** Returns the names of links or of other elements, with their addresses. */
export const hrefsOf = (links: Locator): [name: string, href: string | null][] =>
  links.elements().map((link) => [link.textContent!.trim(), link.getAttribute('href')]);
