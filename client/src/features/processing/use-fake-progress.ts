import { useEffect, useState } from 'react';
import { FAKE_PROGRESS_LIMIT, FAKE_PROGRESS_STEP, PROCESSING_POLL_MS } from '../../config/constants.ts';

/** A rising estimate before the first real figure; never past 90, and marked as estimated. */
export function useFakeProgress(active: boolean): number {
  const [value, setValue] = useState(0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(
      () => setValue((known) => Math.min(FAKE_PROGRESS_LIMIT, known + Math.random() * FAKE_PROGRESS_STEP)),
      PROCESSING_POLL_MS,
    );
    return () => clearInterval(timer);
  }, [active]);
  return value;
}
