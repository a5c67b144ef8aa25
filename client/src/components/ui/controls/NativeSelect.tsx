import type { ReactElement } from 'react';
import { ChevronDown } from 'lucide-react';
import { clsx } from 'clsx';

interface NativeSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Shows the label above the select; otherwise only screen readers announce it. */
  showLabel?: boolean;
  inactive?: boolean;
  className?: string;
}

/** The platform's own select, with its keys, touch and screen reader support. */
export function NativeSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  showLabel,
  inactive,
  className,
}: NativeSelectProps<Value>): ReactElement {
  return (
    <label className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <span className={showLabel ? 'text-sm font-medium' : 'sr-only'}>{label}</span>
      <span className="relative block">
        <select
          value={value}
          disabled={inactive}
          onChange={(event) => onChange(event.target.value as Value)}
          className="field appearance-none truncate pr-9 disabled:opacity-60"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="text-muted pointer-events-none absolute top-1/2 right-3 -translate-y-1/2"
        />
      </span>
    </label>
  );
}
