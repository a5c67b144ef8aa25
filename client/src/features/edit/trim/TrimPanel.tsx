import type { ReactElement } from 'react';
import { ArrowLeftToLine, ArrowRightToLine, Magnet, SquareSplitHorizontal } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Tip } from '../../../components/ui/controls/Tip.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { canSplit, spanOf } from '../section/ranges.ts';
import { TrimStrip } from './TrimStrip.tsx';

/** Keeps the buttons in one row beside wide panes. */
const TIGHT = 'lg:@max-[22rem]:px-2';

/** The section's range and the split button, below the waveform of its video. */
export function TrimPanel({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { clock } = usePlayback();
  const snap = useEditorState((state) => state.snap);
  const splits = useClock(({ time }) => canSplit(spanOf(section), time));
  const now = (): number => clock.getState().time;
  return (
    <section
      aria-label="Trim"
      className="panel lg:@container min-w-0 p-3 lg:flex lg:max-h-64 lg:min-h-32 lg:flex-1 lg:flex-col lg:py-2"
    >
      <TrimStrip key={section.id} section={section} snap={snap} />
      <div className="mt-2 flex shrink-0 flex-wrap items-center gap-1.5 lg:@max-[22rem]:gap-1">
        <Tip text="Start the section at the playhead (I)">
          <Button size="sm" className={TIGHT} onClick={() => editor.trims.setEdgeAt('start', now())}>
            <ArrowRightToLine aria-hidden size={16} /> Mark in
          </Button>
        </Tip>
        <Tip text="End the section at the playhead (O)">
          <Button size="sm" className={TIGHT} onClick={() => editor.trims.setEdgeAt('end', now())}>
            <ArrowLeftToLine aria-hidden size={16} /> Mark out
          </Button>
        </Tip>
        <Tip text="Split the section at the playhead (S)">
          <Button
            size="sm"
            className={TIGHT}
            inactive={!splits}
            onClick={() => editor.sections.splitAt(now())}
          >
            <SquareSplitHorizontal aria-hidden size={16} /> Split
          </Button>
        </Tip>
        <Tip text="Dragged edges snap to words">
          <Button
            size="sm"
            look={snap ? 'secondary' : 'quiet'}
            aria-pressed={snap}
            className="ml-auto lg:@max-[28rem]:px-2"
            onClick={() => editor.setSnap(!snap)}
          >
            <Magnet aria-hidden size={16} className={snap ? 'text-accent' : undefined} />
            <span className="lg:@max-[28rem]:sr-only">Snap to words</span>
          </Button>
        </Tip>
      </div>
    </section>
  );
}
