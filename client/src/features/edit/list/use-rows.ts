import { useCallback, useEffect, useState, type RefObject } from 'react';
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useWide } from '../../../hooks/use-media-query.ts';

/** The height of a row without marks, in pixels. Other rows are measured. */
const TYPICAL_HEIGHT = 57;

interface ShownRows {
  items: VirtualItem[];
  /** The heights of the rows that are not rendered before and after, in pixels. */
  before: number;
  after: number;
  measure: (element: HTMLElement | null) => void;
  scrollTo: (index: number, align: 'auto' | 'center') => void;
  /** `false` until the list's position in the page is known. */
  placed: boolean;
}

interface List {
  ids: string[];
  list: RefObject<HTMLElement | null>;
  /** The index of the row that is being dragged. */
  dragged: RefObject<number | null>;
}

/**
 * Returns the rows near the visible part of the list, including a dragged row. The list scrolls itself if
 * the panes are side by side, and otherwise with the page.
 */
export function useRows({ ids, list, dragged }: List): ShownRows {
  const wide = useWide();
  const [top, setTop] = useState<number | null>(null);
  useEffect(() => {
    if (wide) return undefined;
    // Anything that grows above the list makes the page longer.
    const observer = new ResizeObserver(() => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [wide, list]);
  const common = {
    count: ids.length,
    estimateSize: () => TYPICAL_HEIGHT,
    getItemKey: (index: number) => ids[index] ?? index,
    overscan: 6,
    rangeExtractor: (range: Range) => withDragged(range, dragged.current),
  };
  // oxlint-disable-next-line react/incompatible-library -- what they return is used here alone
  const own = useVirtualizer({ ...common, enabled: wide, getScrollElement: () => list.current });
  const page = useWindowVirtualizer({ ...common, enabled: !wide, scrollMargin: top ?? 0 });
  const rows = wide ? own : page;
  const margin = rows.options.scrollMargin;
  const items = rows.getVirtualItems();
  const scrollTo = useCallback<ShownRows['scrollTo']>(
    (index, align) => {
      const row = wide && list.current?.querySelector(`[data-index="${index}"]`);
      // The virtualizer decides by its last scroll event, which may be older than the last scroll.
      if (row && align === 'auto') reveal(row, list.current!);
      else rows.scrollToIndex(index, { align });
    },
    [rows, wide, list],
  );
  return {
    items,
    before: (items[0]?.start ?? margin) - margin,
    after: rows.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: rows.measureElement,
    scrollTo,
    placed: wide || top !== null,
  };
}

/** Scrolls only the list, as little as possible to show the row. */
function reveal(row: Element, list: HTMLElement): void {
  const [own, listRect] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.top < listRect.top) list.scrollTop -= listRect.top - own.top;
  else if (own.bottom > listRect.bottom) list.scrollTop += own.bottom - listRect.bottom;
}

/** The rows to render: consecutive, including the dragged one. */
function withDragged(range: Range, dragged: number | null): number[] {
  const rows = defaultRangeExtractor(range);
  const [first, last] = [rows[0], rows.at(-1)];
  if (dragged === null || first === undefined || last === undefined) return rows;
  const [from, to] = [Math.min(first, dragged), Math.max(last, dragged)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
