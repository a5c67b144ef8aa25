import { useRef } from 'react';

/**
 * Returns handlers for a dialog without its own trigger. The focus returns to the earlier element, or to the
 * one with the ID `returnTo` if the opener is gone by then.
 */
export function useReturnFocus(returnTo?: string): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const next = returnTo ? document.getElementById(returnTo) : opener.current;
      if (next instanceof HTMLElement) next.focus();
    },
  };
}
