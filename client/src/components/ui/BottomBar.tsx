import type { ReactElement, ReactNode } from 'react';
import { useBottomBar } from '../../hooks/use-bottom-bar.ts';

/** The one action of a small screen, always in reach of the thumb. */
export function BottomBar({ children }: { children: ReactNode }): ReactElement {
  const bar = useBottomBar<HTMLDivElement>(true);
  return (
    <div ref={bar} className="border-line bg-surface fixed inset-x-0 bottom-0 z-20 border-t p-3">
      {children}
    </div>
  );
}
