import type { MouseEvent } from 'react';

/**
 * Lets the browser focus a pressed tab. Radix would focus it by script, and the tab would have the ring of a focus that
 * a key moved. Radix ignores events that are marked as handled; the browser only those whose default is prevented.
 */
export function leaveFocusToBrowser(event: MouseEvent): void {
  event.defaultPrevented = true;
}
