import type { ReactElement, ReactNode } from 'react';
import { Tooltip } from 'radix-ui';

interface TipProps {
  text: ReactNode;
  children: ReactElement;
}

/** A short explanation on hover and on focus. It must not be the only place of a fact. */
export function Tip({ text, children }: TipProps): ReactElement {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="bg-fg text-bg animate-fade z-50 max-w-64 rounded-md px-2.5 py-1.5 text-xs"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
