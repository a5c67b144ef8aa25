import { useEffect, useState } from 'react';
import { FAKE_PROGRESS_LIMIT, FAKE_PROGRESS_STEP, PROCESSING_POLL_MS } from '../../config/constants.ts';

/**
 * Returns a rising estimate before the first real figure. It never exceeds 90 and is marked as an estimate.
 */
export function useFakeProgress(active: boolean): number {
  const [value, setValue] = useState(0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(
      () =>
        setValue((current) => Math.min(FAKE_PROGRESS_LIMIT, current + Math.random() * FAKE_PROGRESS_STEP)),
      PROCESSING_POLL_MS,
    );
    return () => clearInterval(timer);
  }, [active]);
  return value;
}
