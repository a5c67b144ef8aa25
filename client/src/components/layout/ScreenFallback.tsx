import type { ReactElement } from 'react';

/** Holds the height while a screen's code is on its way; says nothing that would flash. */
export function ScreenFallback(): ReactElement {
  return <div className="min-h-[calc(100dvh-3.5rem)]" />;
}
