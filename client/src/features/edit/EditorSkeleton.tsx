import type { ReactElement } from 'react';

/** The editor's shape while its project loads. */
export function EditorSkeleton(): ReactElement {
  return (
    <>
      <h1 className="sr-only">Loading the project</h1>
      <div aria-hidden className="animate-pulse-soft space-y-4">
        <div className="bg-surface-2 h-10 w-72 max-w-full rounded-md" />
        <div className="grid gap-4 lg:grid-cols-[320px_minmax(0,1fr)_340px] xl:grid-cols-[340px_minmax(0,1fr)_360px]">
          <div className="bg-surface-2 h-96 rounded-lg max-lg:order-2" />
          <div className="bg-surface-2 aspect-video rounded-lg" />
          <div className="bg-surface-2 h-96 rounded-lg max-lg:hidden" />
        </div>
      </div>
    </>
  );
}
