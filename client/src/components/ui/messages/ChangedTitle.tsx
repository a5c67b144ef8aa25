import type { ReactElement } from 'react';

/**
 * Shows the title that another tab saved while this one is edited. Renders nothing while both are the same.
 */
export function ChangedTitle({ from, to }: { from: string; to: string }): ReactElement | null {
  if (from.trim() === to.trim()) return null;
  return (
    <output className="text-warn block mt-1 text-xs break-words">
      {`Changed in another tab to “${to}”.`}
    </output>
  );
}
