import { useCallback, useEffect, useMemo, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** The delay of a preview, in ms, so that passing over cards requests nothing. */
const DELAY_MS = 500;

export interface PreviewHandlers {
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/**
 * Returns the previewed card of a list: the one under the resting mouse or the keyboard focus, until Escape.
 * Touch has no preview, since it would disturb scrolling and selecting.
 */
export function useRestPreview(): { previewId: string | null; handlersOf: (id: string) => PreviewHandlers } {
  const [previewId, setPreviewId] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setPreviewId(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (previewId === null) return;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [previewId, close]);
  const handlersOf = useMemo(() => {
    const open = (id: string): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPreviewId(id), DELAY_MS);
    };
    return (id: string): PreviewHandlers => ({
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === 'mouse') open(id);
      },
      onPointerLeave: close,
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) open(id);
      },
      onBlur: close,
    });
  }, [close]);
  return { previewId, handlersOf };
}
