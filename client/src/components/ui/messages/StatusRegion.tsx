import type { ReactElement } from 'react';
import { useAnnouncement } from '../../../lib/announce.ts';

/** The page's one polite live region. */
export function StatusRegion(): ReactElement {
  const { text, count } = useAnnouncement();
  return (
    <output aria-live="polite" className="sr-only">
      {/* A no-break space makes a repeated text a new one. */}
      {text}
      {count % 2 === 1 ? '\u00a0' : ''}
    </output>
  );
}
