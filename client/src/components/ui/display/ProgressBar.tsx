import type { ReactElement } from 'react';

interface ProgressBarProps {
  label: string;
  value: number;
  valueText?: string;
}

export function ProgressBar({ label, value, valueText }: ProgressBarProps): ReactElement {
  const percent = Math.max(0, Math.min(100, value));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> cannot be drawn alike everywhere
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={valueText}
      className="bg-surface-2 h-2 w-full overflow-hidden rounded-full"
    >
      <div
        className="bg-accent h-full w-full origin-left rounded-full transition-transform duration-[220ms] ease-out"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
