import type { KeyboardEvent } from 'react';

/**
 * Closes a dialog by an Escape that a newer toast took. Radix gives the key to the newest layer only, and a toast is
 * one: the dialog with the focus stayed open.
 */
export const closesByEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isDefaultPrevented()) close();
  };
