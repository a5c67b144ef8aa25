import type { ReactElement, ReactNode } from 'react';
import { useBottomBar } from '../../../hooks/page/use-bottom-bar.ts';

/**
 * Places controls within reach of the thumb on small screens, side by side if there is little height. Hides
 * itself while a keyboard leaves no room for both it and the focused field.
 */
export function BottomBar({ children }: { children: ReactNode }): ReactElement {
  const bar = useBottomBar<HTMLDivElement>(true);
  return (
    <div
      ref={bar}
      className="border-line bg-surface fixed inset-x-0 bottom-0 z-20 border-t sm:[@media(max-height:30rem)]:flex [@media(max-height:30rem)]:in-[body:has(textarea:focus,input:not([type=checkbox],[type=radio]):focus)]:hidden!"
    >
      {children}
    </div>
  );
}
