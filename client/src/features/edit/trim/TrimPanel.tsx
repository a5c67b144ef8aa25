import { useState, type ReactElement, type RefObject } from 'react';
import { ArrowLeftToLine, ArrowRightToLine, Magnet, SquareSplitHorizontal } from 'lucide-react';
import { useStore } from 'zustand';
import type { Section } from '#contract/sections.ts';
import type { Clock, PlayerHandle } from '../../../components/player/clock.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Tip } from '../../../components/ui/Tip.tsx';
import { useEditor } from '../store/editor-context.ts';
import { canSplit } from '../section/ranges.ts';
import { setEdgeAt, spanOf, splitAt } from '../store/trim-actions.ts';
import { TrimStrip } from './TrimStrip.tsx';

interface TrimPanelProps {
  section: Section;
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
}

const SNAP_KEY = 'cutroom.snap-off';

/** Where a section begins, ends and may be cut in two, over the sound of its video. */
export function TrimPanel({ section, clock, player }: TrimPanelProps): ReactElement {
  const editor = useEditor();
  const [snap, setSnap] = useState(() => localStorage.getItem(SNAP_KEY) === null);
  const splits = useStore(clock, ({ time }) => canSplit(spanOf(section), time));
  const now = (): number => clock.getState().time;
  const toggleSnap = (): void => {
    if (snap) localStorage.setItem(SNAP_KEY, '1');
    else localStorage.removeItem(SNAP_KEY);
    setSnap(!snap);
  };
  return (
    <section aria-label="Trim" className="panel min-w-0 p-3">
      <TrimStrip key={section.id} section={section} clock={clock} player={player} snap={snap} />
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <Tip text="Begin the section at the playhead (I)">
          <Button size="sm" onClick={() => setEdgeAt(editor, 'start', now())}>
            <ArrowRightToLine aria-hidden size={16} /> Set in
          </Button>
        </Tip>
        <Tip text="End the section at the playhead (O)">
          <Button size="sm" onClick={() => setEdgeAt(editor, 'end', now())}>
            <ArrowLeftToLine aria-hidden size={16} /> Set out
          </Button>
        </Tip>
        <Tip text="Cut the section in two at the playhead (S)">
          <Button size="sm" inactive={!splits} onClick={() => splitAt(editor, now())}>
            <SquareSplitHorizontal aria-hidden size={16} /> Split
          </Button>
        </Tip>
        <Tip text="Edges that are dragged catch at words">
          <Button
            size="sm"
            look={snap ? 'secondary' : 'quiet'}
            aria-pressed={snap}
            className="ml-auto"
            onClick={toggleSnap}
          >
            <Magnet aria-hidden size={16} className={snap ? 'text-accent' : undefined} /> Snap to words
          </Button>
        </Tip>
      </div>
    </section>
  );
}
