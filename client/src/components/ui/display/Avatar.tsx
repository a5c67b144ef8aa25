import type { ReactElement } from 'react';
import { clsx } from 'clsx';

export function Avatar({ text, large }: { text: string; large?: boolean }): ReactElement {
  return (
    <span
      className={clsx(
        'bg-accent-soft text-fg grid place-items-center rounded-full font-semibold',
        large ? 'size-16 text-lg' : 'size-9 text-xs',
      )}
    >
      {text}
    </span>
  );
}
