import type { ReactElement } from 'react';

/** Six cards while loading (product.md 2.100). */
export function LibrarySkeleton(): ReactElement {
  return (
    <div aria-hidden className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-4">
      {Array.from({ length: 6 }, (_, index) => (
        <div
          key={index}
          className="border-line bg-surface animate-pulse-soft overflow-hidden rounded-lg border"
        >
          <div className="bg-surface-2 aspect-video" />
          <div className="space-y-4 p-4">
            <div className="bg-surface-2 h-5 w-3/4 rounded" />
            <div className="bg-surface-2 h-10 w-full rounded" />
            <div className="bg-surface-2 h-6 w-1/3 rounded" />
            <div className="bg-surface-2 h-8 w-2/3 rounded" />
          </div>
        </div>
      ))}
    </div>
  );
}
