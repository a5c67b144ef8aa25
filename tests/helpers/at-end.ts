import { afterAll, onTestFinished } from 'vitest';

/** Does something when the test is over that asks for it, or the file; what was asked for last comes first. */
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
