import { afterAll, onTestFinished } from 'vitest';

/** Does something at the end of the current test, or of the file; in reverse order. */
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
