import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { useTransport } from '../../lib/runs/realtime.ts';
import { Tip } from '../ui/controls/Tip.tsx';

/** Whether progress is pushed or polled. */
export function TransportDot(): ReactElement {
  const live = useTransport((state) => state.live);
  const text = live ? 'Progress updates live.' : 'No live connection. Progress updates every few seconds.';
  return (
    <Tip text={text}>
      <button
        type="button"
        aria-label={`${live ? 'Connected' : 'Reconnecting…'}: ${text}`}
        className="text-muted hover:text-fg inline-flex h-6 items-center gap-1.5 rounded-full px-1 text-xs"
      >
        <span aria-hidden className={clsx('size-2 rounded-full', live ? 'bg-ok' : 'bg-warn')} />
        {live ? 'Connected' : 'Reconnecting…'}
      </button>
    </Tip>
  );
}
