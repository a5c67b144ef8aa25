import type { ReactElement } from 'react';

/** Keeps the height while a screen's code loads, without a flash. */
export function ScreenFallback(): ReactElement {
  return <div className="min-h-[calc(100dvh-3.5rem)]" />;
}
