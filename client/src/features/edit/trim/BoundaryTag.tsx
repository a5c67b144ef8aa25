import type { ReactElement } from 'react';
import type { BoundaryReason } from '#contract/sections.ts';
import { Tip } from '../../../components/ui/controls/Tip.tsx';

type Edge = 'start' | 'end';

const REASONS: Record<Exclude<BoundaryReason, 'sentence'>, { tag: string; why: string }> = {
  start: { tag: 'video start', why: 'The video starts here.' },
  end: { tag: 'video end', why: 'The video ends here.' },
  pause: { tag: 'silence', why: 'No one speaks here.' },
  shot: { tag: 'shot change', why: 'The shot changes here.' },
  length: { tag: 'length', why: 'Cut here to keep the section short enough.' },
  edited: { tag: 'manual', why: 'Set manually.' },
};

/** Explains why a section starts or ends at this position. */
export function BoundaryTag({ reason, edge }: { reason: BoundaryReason; edge: Edge }): ReactElement {
  const { tag, why } =
    reason === 'sentence' ? { tag: `sentence ${edge}`, why: `A sentence ${edge}s here.` } : REASONS[reason];
  return (
    <Tip text={why}>
      <button
        type="button"
        className="bg-surface-2 relative text-muted hover:text-fg h-6 cursor-help rounded-full px-2 text-xs whitespace-nowrap"
      >
        {tag}
        <span className="sr-only">
          , why the {edge} is here: {why}
        </span>
      </button>
    </Tip>
  );
}
