import { useEffect } from 'react';

/** Sets the tab's title while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Cutroom` : 'Cutroom';
  }, [title]);
}
