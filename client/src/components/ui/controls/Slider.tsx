import { useId, type ReactElement } from 'react';

interface SliderProps {
  label: string;
  /** `min`, 0 unless told, to `max`. */
  value: number;
  min?: number;
  max?: number;
  step?: number;
  /** The value in words. */
  valueText: string;
  onChange: (value: number) => void;
}

/** The platform's slider, in steps of 0.05 up to 1 unless told, with its value in words. */
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
