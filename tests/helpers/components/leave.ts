import { expect } from 'vitest';
import { address } from './open-app.tsx';
import { settled } from './stopped-clock.ts';

/**
 * Changes the address like a navigation whose screen is still loading: the earlier screen stays on the page.
 * Returns a function that waits until the page has handled what the test did since, and expects an unchanged
 * address.
 */
export function startLeaving(to: string): () => Promise<void> {
  window.history.pushState({ idx: 1 }, '', to);
  return async () => {
    // Effects run after a paint.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await settled();
    expect(address()).toBe(to);
  };
}
