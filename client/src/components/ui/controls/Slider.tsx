import { useId, type ReactElement } from 'react';

interface SliderProps {
  label: string;
  /** The range, from `min` (0 by default) to `max`. */
  value: number;
  min?: number;
  max?: number;
  step?: number;
  /** The value as text. */
  valueText: string;
  onChange: (value: number) => void;
}

/** The platform's slider with its value as text. By default it goes to 1 in steps of 0.05. */
export function Slider({
  label,
  value,
  min = 0,
  max = 1,
  step = 0.05,
  valueText,
  onChange,
}: SliderProps): ReactElement {
  const id = useId();
  return (
    <div>
      <span className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <span aria-hidden className="text-muted text-xs tabular-nums">
          {valueText}
        </span>
      </span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
        className="accent-accent hover:bg-fg/8 block h-8 w-full cursor-pointer rounded-md"
      />
    </div>
  );
}
