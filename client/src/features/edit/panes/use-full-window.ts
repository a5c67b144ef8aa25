import { useLayoutEffect } from 'react';

/**
 * Makes the page fill a wide window while the component is mounted. It sets an attribute on the root, since
 * `:has()` would restyle the whole page whenever the film strip or a list renders another element.
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
