import { useEffect, useRef } from 'react';
import type { Run } from '#contract/runs.ts';
import { announce } from '../../lib/announce.ts';
import { isActive } from '../../lib/runs/runs.ts';

/** Announces each new stage and each quarter of a run to screen readers, not every event. */
export function useRunNarration(run: Run | null): void {
  const announced = useRef({ stage: '', quarter: 0 });
  const stage = isActive(run) ? run.stage : '';
  const quarter = isActive(run) ? Math.floor(run.percentage / 25) : 0;
  useEffect(() => {
    const last = announced.current;
    const parts: string[] = [];
    if (stage && stage !== last.stage) parts.push(stage);
    if (quarter > last.quarter && quarter < 4) parts.push(`${quarter * 25}%`);
    announced.current = { stage, quarter };
    if (parts.length > 0) announce(parts.join(', '));
  }, [stage, quarter]);
}
