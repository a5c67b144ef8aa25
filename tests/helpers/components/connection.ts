import { onTestFinished, vi } from 'vitest';

/**
 * Reports to the page that its network is lost, until the end of the test. Returns a function that restores
 * it.
 */
export function loseConnection(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const restore = (): void => {
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
  };
  // A failed test must not leave the page's queries paused.
  onTestFinished(restore);
  window.dispatchEvent(new Event('offline'));
  return restore;
}
