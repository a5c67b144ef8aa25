import { useEffect, useRef } from 'react';
import { keysAreOff } from '../../../lib/keys-off.ts';

/** Toggles captions with the key C, except in text fields and while single-letter keys are switched off. */
export function useCaptionKey(toggle: (() => void) | null): void {
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'c' || event.ctrlKey || event.metaKey || event.altKey) return;
      const isHandled = (event.target as Element).closest(
        'input, textarea, select, [contenteditable], [role=dialog]',
      );
      if (!latest.current || event.defaultPrevented || isHandled || keysAreOff()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
