import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { minutesSeconds } from '../../lib/format.ts';
import { type Clock, playedBetween, UNCUT } from './clock.ts';
import type { MediaOptions } from './use-media.ts';

interface TimeTextProps {
  clock: Clock;
  start: number;
  end: number;
  cuts?: MediaOptions['cuts'];
}

export function TimeText({ clock, start, end, cuts = UNCUT }: TimeTextProps): ReactElement {
  const second = useStore(clock, (state) => Math.max(0, Math.floor(playedBetween(start, state.time, cuts))));
  return (
    <span className="shrink-0 text-xs text-white/80 tabular-nums">
      {minutesSeconds(second)} / {minutesSeconds(playedBetween(start, end, cuts))}
    </span>
  );
}
