import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import type { Video } from '#contract/videos.ts';
import { useRestPreview } from '../../../hooks/page/use-rest-preview.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { removeAndFocus } from './remove-card.ts';
import { useColumns } from './use-columns.ts';
import { VideoCard } from './VideoCard.tsx';

/** The source of videos that their owner added (product.md 3.14). It cannot be searched. */
const UPLOADS: [string, string] = ['upload', 'Upload'];

interface ResultsGridProps {
  videos: Video[];
  /** Videos that the creator added. */
  addedIds: ReadonlySet<string>;
  selectedIds: ReadonlySet<string>;
  litId: string | null;
  onToggle: (video: Video, range: boolean) => void;
  onEnd: () => void;
}

/** Renders the hits in rows, but only those near the window, however many there are. */
export function ResultsGrid({
  videos,
  addedIds,
  selectedIds,
  litId,
  onToggle,
  onEnd,
}: ResultsGridProps): ReactElement {
  const sources = useConfig()?.sources;
  const names = useMemo(
    () => new Map([UPLOADS, ...(sources ?? []).map(({ id, name }): [string, string] => [id, name])]),
    [sources],
  );
  const { previewId, handlersOf } = useRestPreview();
  const remove = (video: Video): void => removeAndFocus(video, videos);
  const grid = useRef<HTMLDivElement>(null);
  const { columns, top, gap, row: usual } = useColumns(grid);
  const rowCount = Math.ceil(videos.length / columns);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => usual,
    gap,
    overscan: 2,
    scrollMargin: top,
  });
  const shownIn = (row: number): Video[] => videos.slice(row * columns, (row + 1) * columns);
  const rows = virtualizer.getVirtualItems();
  const lastShown = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (rowCount > 0 && lastShown >= rowCount - 1) onEnd();
  }, [lastShown, rowCount, onEnd]);

  return (
    <div
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows stand between the list and its items
      role="list"
      aria-label="Videos"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {rows.map((row) => (
        <div
          key={row.key}
          role="presentation"
          data-index={row.index}
          ref={virtualizer.measureElement}
          className={clsx(
            'absolute top-0 left-0 grid w-full gap-4',
            // Inserted above the next rows.
            previewId !== null && shownIn(row.index).some(({ id }) => id === previewId) && 'z-10',
          )}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row.start - top}px)`,
          }}
        >
          {shownIn(row.index).map((video, offset) => {
            const position = row.index * columns + offset;
            return (
              <div
                key={video.id}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="listitem"
                aria-setsize={videos.length}
                aria-posinset={position + 1}
                {...handlersOf(video.id)}
              >
                <VideoCard
                  video={video}
                  sourceName={names.get(video.source) ?? video.source}
                  selected={selectedIds.has(video.id)}
                  previewed={previewId === video.id}
                  lit={litId === video.id}
                  eager={position < columns * 2}
                  onToggle={onToggle}
                  onRemove={addedIds.has(video.id) ? remove : null}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
