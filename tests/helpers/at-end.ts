import { afterAll, onTestFinished } from 'vitest';

/**
 * Registers work for the end of the current test, or of the file if no test is running. It runs in reverse
 * order.
 */
export function atEnd(act: () => unknown): void {
  const once = async (): Promise<void> => {
    await act();
  };
  try {
    onTestFinished(once);
  } catch {
    // No test is running.
    afterAll(once);
  }
}
