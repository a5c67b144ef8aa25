import { useLayoutEffect, useState, type RefObject } from 'react';

/** The minimum width of a card, the gap between cards, and the typical height of the texts, in rem. */
const CARD = 15;
const GAP = 1;
const TEXTS = 8.75;
/** The width of a card's borders on both sides, in pixels. */
const EDGES = 2;

interface Columns {
  columns: number;
  /** The grid's top on the page, in pixels. */
  top: number;
  /** The gap between cards, and the typical row height, in pixels. */
  gap: number;
  row: number;
}

/** Returns how many cards of at least 15 rem fit side by side, and their positions. */
export function useColumns(grid: RefObject<HTMLElement | null>): Columns {
  const [layout, setLayout] = useState<Columns>({ columns: 1, top: 0, gap: 16, row: 290 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const gap = GAP * rem;
      const width = element.clientWidth + gap;
      const columns = Math.max(1, Math.floor(width / (CARD * rem + gap)));
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const row = ((width / columns - gap - EDGES) * 9) / 16 + TEXTS * rem + EDGES;
      const isKnown = (current: Columns): boolean =>
        current.columns === columns && current.top === top && current.gap === gap && current.row === row;
      setLayout((current) => (isKnown(current) ? current : { columns, top, gap, row }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid]);
  return layout;
}
