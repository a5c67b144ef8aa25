import { useLayoutEffect, useState, type RefObject } from 'react';

const CARD = 240;
const GAP = 16;

/** How many cards of at least 240 px stand side by side, and where the grid begins on the page. */
export function useColumns(grid: RefObject<HTMLElement | null>): { columns: number; top: number } {
  const [layout, setLayout] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = (): void => {
      const columns = Math.max(1, Math.floor((element.clientWidth + GAP) / (CARD + GAP)));
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setLayout((known) => (known.columns === columns && known.top === top ? known : { columns, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid]);
  return layout;
}
