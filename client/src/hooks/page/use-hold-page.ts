import { useLayoutEffect, useRef, useState } from 'react';
import { holdPage } from '../../lib/hold-page.ts';

/** Holds the page while mounted. Every attempt to leave sets `asked`, until `stay` or `go` answers it. */
export function useHoldPage(): { asked: boolean; stay: () => void; go: () => void } {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const release = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    release.current = holdPage((next) => setLeave(() => next));
    return () => release.current?.();
  }, []);
  return {
    asked: leave !== null,
    stay: () => setLeave(null),
    go: () => {
      release.current?.();
      leave?.();
    },
  };
}
