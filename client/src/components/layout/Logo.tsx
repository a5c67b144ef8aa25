import type { ReactElement } from 'react';

export function Logo(): ReactElement {
  return (
    <span className="flex items-center gap-2.5 text-base font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-7">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path d="M9 9h5v14H9zM18 9h5v4h-5zM18 15.5h5V23h-5z" className="fill-on-accent" />
      </svg>
      {/* If there is little room, the name is hidden in favour of the button to buy credits. */}
      <span className="max-sm:group-has-data-low:sr-only">Cutroom</span>
    </span>
  );
}
