import type { KeyboardEvent } from 'react';

/**
 * Closes a dialog when a newer toast has consumed the Escape key. Radix passes the key only to the newest
 * layer, and a toast is a layer, so the focused dialog would stay open.
 */
export const closesByEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isDefaultPrevented()) close();
  };
