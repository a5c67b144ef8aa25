import type { ReactElement } from 'react';

/** Reserves the height of a screen while its code loads, so that the page does not flash. */
export function ScreenFallback(): ReactElement {
  return <div className="min-h-[calc(100dvh-3.5rem)]" />;
}
