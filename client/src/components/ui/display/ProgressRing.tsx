import type { ReactElement } from 'react';

/** A ring that fills with a percentage. Its text is beside it. */
export function ProgressRing({ value, size }: { value: number; size: number }): ReactElement {
  const circle = { cx: 12, cy: 12, r: 9, pathLength: 100 };
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth={3}>
      <circle {...circle} className="stroke-line-strong/40" />
      <circle
        {...circle}
        className="stroke-accent"
        strokeDasharray={`${value} 100`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  );
}
