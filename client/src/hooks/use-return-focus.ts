import { useRef } from 'react';

/**
 * Handlers of a dialog that is opened without a trigger of its own: the focus goes back to where it was, or to the
 * element of the id `returnTo` when what opened the dialog is no more by then.
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
