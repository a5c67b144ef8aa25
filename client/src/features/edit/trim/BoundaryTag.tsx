import type { ReactElement } from 'react';
import type { BoundaryReason } from '#contract/sections.ts';
import { Tip } from '../../../components/ui/controls/Tip.tsx';

const REASONS: Record<BoundaryReason, { tag: string; why: string }> = {
  start: { tag: 'beginning', why: 'The video starts here.' },
  end: { tag: 'ending', why: 'The video ends here.' },
  sentence: { tag: 'sentence', why: 'A sentence ends here.' },
  pause: { tag: 'silence', why: 'Nobody speaks at this moment.' },
  shot: { tag: 'cut', why: 'The picture changes here.' },
  length: { tag: 'length', why: 'Cut here to keep the section short enough.' },
  edited: { tag: 'by hand', why: 'Set by hand.' },
};

/** Why a section starts or ends where it does. */
export function BoundaryTag({
  reason,
  edge,
}: {
  reason: BoundaryReason;
  edge: 'start' | 'end';
}): ReactElement {
  const { tag, why } = REASONS[reason];
  return (
    <Tip text={why}>
      <button
        type="button"
        className="bg-surface-2 relative text-muted hover:text-fg h-6 cursor-help rounded-full px-2 text-xs"
      >
        {tag}
        <span className="sr-only">
          , why the {edge} is here: {why}
        </span>
      </button>
    </Tip>
  );
}
