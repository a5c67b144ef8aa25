import type { ReactElement } from 'react';
import { useFullWindow } from './panes/use-full-window.ts';

/** The placeholder of the editor while its project loads. */
export function EditorSkeleton(): ReactElement {
  useFullWindow();
  return (
    <>
      <h1 className="sr-only">Loading the project</h1>
      <div aria-hidden className="animate-pulse-soft flex min-h-0 flex-1 flex-col gap-4 lg:gap-2 lg:pb-7">
        <div className="bg-surface-2 h-10 w-72 max-w-full shrink-0 rounded-md" />
        <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[max(17.5rem,min(26vw,23.25rem))_minmax(0,1fr)_max(19.5rem,min(25vw,25rem))] lg:gap-3">
          <div className="bg-surface-2 h-96 rounded-lg max-lg:order-2 lg:h-auto" />
          <div className="bg-surface-2 aspect-video rounded-lg" />
          <div className="bg-surface-2 h-96 rounded-lg max-lg:hidden lg:h-auto" />
        </div>
      </div>
    </>
  );
}
