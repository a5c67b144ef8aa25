import type { ReactElement, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Tip } from '../ui/controls/Tip.tsx';

interface PlayerButtonProps {
  label: string;
  onClick: () => void;
  pressed?: boolean;
  inactive?: boolean;
  children: ReactNode;
}

/** A control on the dark stage, in both themes. */
export function PlayerButton({
  label,
  onClick,
  pressed,
  inactive,
  children,
}: PlayerButtonProps): ReactElement {
  return (
    <Tip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={inactive || undefined}
        onClick={() => (inactive ? undefined : onClick())}
        className={clsx(
          'grid size-9 @max-[22rem]:size-8 place-items-center rounded-md text-white focus-visible:outline-white active:translate-y-px aria-disabled:opacity-40',
          pressed ? 'bg-white/20 hover:bg-white/30' : 'hover:bg-white/15',
        )}
      >
        {children}
      </button>
    </Tip>
  );
}
