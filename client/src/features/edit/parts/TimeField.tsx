import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';

interface TimeFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  tag?: ReactNode;
  /** Names for the steps of a tenth of a second down and up. */
  steps?: [string, string];
  /** Keeps a label of two words in one line. */
  longLabel?: boolean;
}

const NUDGE = 0.1;
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** A field for a time in seconds, with buttons for steps of a tenth. An invalid time is reported and not saved. */
export function TimeField({
  label,
  value,
  min,
  max,
  onChange,
  tag,
  steps = ['earlier', 'later'],
  longLabel = false,
}: TimeFieldProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? value : Number(typed.replace(',', '.'));
  const valid = typed === null || (typed.trim() !== '' && parsed >= round(min) && parsed <= round(max));

  const commit = (): void => {
    if (typed !== null && valid && parsed !== value) onChange(round(parsed));
    setTyped(null);
  };
  const nudge = (by: number): void => {
    const next = round(Math.max(min, Math.min(max, value + by)));
    setTyped(null);
    if (next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setTyped(null);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    nudge(event.key === 'ArrowUp' ? NUDGE : -NUDGE);
  };
  const range = Number.isFinite(max) ? `${round(min)} to ${round(max)}` : `at least ${round(min)}`;
  const error = valid ? null : `${label} must be a number of seconds, ${range}.`;
  return (
    <Field inline={longLabel ? 'long' : 'short'} label={label} error={error}>
      {(input) => (
        <>
          <IconButton
            label={`${label} 0.1 s ${steps[0]}`}
            inactive={value <= min}
            onClick={() => nudge(-NUDGE)}
          >
            <ChevronLeft aria-hidden size={16} />
          </IconButton>
          <span className="relative min-w-24 flex-1">
            <input
              {...input}
              inputMode="decimal"
              value={typed ?? value.toFixed(2)}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={commit}
              onKeyDown={onKeyDown}
              className="field h-9 pr-6 tabular-nums"
            />
            <span
              aria-hidden
              className="text-muted pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-xs"
            >
              s
            </span>
          </span>
          <IconButton
            label={`${label} 0.1 s ${steps[1]}`}
            inactive={value >= max}
            onClick={() => nudge(NUDGE)}
          >
            <ChevronRight aria-hidden size={16} />
          </IconButton>
          {/* Below its field, where both have no room in one line. */}
          {tag === undefined ? null : (
            <span className="w-25 lg:@max-[20.25rem]:w-full lg:@max-[20.25rem]:pl-11.5">{tag}</span>
          )}
        </>
      )}
    </Field>
  );
}
