import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { minutesSeconds } from '../../lib/format.ts';
import type { Clock } from './clock.ts';

interface TimeTextProps {
  clock: Clock;
  start: number;
  end: number;
}

export function TimeText({ clock, start, end }: TimeTextProps): ReactElement {
  const second = useStore(clock, (state) => Math.max(0, Math.floor(state.time - start)));
  return (
    <span className="shrink-0 text-xs text-white/80 tabular-nums">
      {minutesSeconds(second)} / {minutesSeconds(end - start)}
    </span>
  );
}
