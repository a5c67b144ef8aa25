import { useId, type ReactElement } from 'react';
import { Switch } from 'radix-ui';

interface ToggleProps {
  label: string;
  hint: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Toggle({ label, hint, on, onChange }: ToggleProps): ReactElement {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      </div>
      <Switch.Root
        id={id}
        aria-describedby={`${id}-hint`}
        checked={on}
        onCheckedChange={onChange}
        className="bg-line-strong hover:bg-muted data-[state=checked]:bg-accent data-[state=checked]:hover:bg-accent/90 relative h-6 w-11 shrink-0 rounded-full transition-colors duration-[120ms]"
      >
        <Switch.Thumb className="block size-5 translate-x-0.5 rounded-full bg-white shadow transition-transform duration-[120ms] data-[state=checked]:translate-x-[22px]" />
      </Switch.Root>
    </div>
  );
}
