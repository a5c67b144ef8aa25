import type { ReactElement, ReactNode } from 'react';
import { Tooltip } from 'radix-ui';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS } from '../../../config/constants.ts';

/** Provides tips to a screen. It does not wrap the whole page, since the search needs none of its code. */
export function Tips({ children }: { children: ReactNode }): ReactElement {
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_MS}>
      {children}
    </Tooltip.Provider>
  );
}
