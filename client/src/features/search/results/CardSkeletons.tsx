import type { ReactElement } from 'react';

/** Placeholder cards of the size of most cards: two lines of title and of description, and a licence. */
export function CardSkeletons({ count }: { count: number }): ReactElement {
  return (
    <div aria-hidden className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4">
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="border-line bg-surface animate-pulse-soft overflow-hidden rounded-lg border"
        >
          <div className="bg-surface-2 aspect-video" />
          <div className="space-y-1 p-3">
            <div className="bg-surface-2 h-10 w-5/6 rounded" />
            <div className="bg-surface-2 h-4 w-1/2 rounded" />
            <div className="bg-surface-2 h-4 w-1/4 rounded" />
            <div className="bg-surface-2 h-8 w-full rounded" />
          </div>
        </div>
      ))}
    </div>
  );
}
