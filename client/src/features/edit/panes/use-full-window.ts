import { useLayoutEffect } from 'react';

/**
 * Makes the page fill a wide window while the component is shown. Its elements read the mark from the root: `:has()`
 * would restyle the whole page whenever the film strip or a list renders another element.
 */
export function useFullWindow(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['workspace'] = '';
    return () => {
      delete dataset['workspace'];
    };
  }, []);
}
