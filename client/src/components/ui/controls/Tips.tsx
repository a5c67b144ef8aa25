import type { ReactElement, ReactNode } from 'react';
import { Tooltip } from 'radix-ui';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS } from '../../../config/constants.ts';

/** Wraps every screen with tips, but not the whole page: the search needs none of their code. */
export function Tips({ children }: { children: ReactNode }): ReactElement {
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_MS}>
      {children}
    </Tooltip.Provider>
  );
}
