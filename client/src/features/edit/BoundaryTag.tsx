import type { ReactElement } from 'react';
import type { BoundaryReason } from '#contract/sections.ts';
import { Tip } from '../../components/ui/Tip.tsx';

const REASONS: Record<BoundaryReason, string> = {
  start: 'The video begins here.',
  end: 'The video ends here.',
  sentence: 'A sentence ends here.',
  pause: 'The speaker pauses here.',
  shot: 'The picture changes here.',
  length: 'Cut here to keep the section short enough.',
  edited: 'Set by hand.',
};

/** Why a section begins or ends where it does. */
export function BoundaryTag({
  reason,
  edge,
}: {
  reason: BoundaryReason;
  edge: 'start' | 'end';
}): ReactElement {
  return (
    <Tip text={REASONS[reason]}>
      <button
        type="button"
        aria-label={`Why the ${edge} is here: ${REASONS[reason]}`}
        className="bg-surface-2 text-muted h-6 cursor-help rounded-full px-2 text-xs"
      >
        {reason}
      </button>
    </Tip>
  );
}
