import { useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { cutsWithin } from '#film/time/cuts.ts';
import { lengthMs } from '#film/time/section-length.ts';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { useWords } from '../context/queries.ts';
import {
  edgesOfWords,
  sectionExcerpt,
  moveWindow,
  moveEdge,
  snapTo,
  spanOf,
  windowAround,
  type Edge,
  type Span,
} from '../section/ranges.ts';
import { TrimHandle } from './TrimHandle.tsx';
import { Waveform } from './Waveform.tsx';

interface TrimStripProps {
  section: Section;
  snap: boolean;
}

/** The distance within which a dragged edge snaps to a word, in pixels. */
const SNAP_PX = 8;

/**
 * The waveform around a section with a handle at each end. Dragging previews the frame at the handle.
 * Releasing saves, and Escape cancels.
 */
export function TrimStrip({ section, snap }: TrimStripProps): ReactElement {
  const editor = useEditor();
  const { clock, player } = usePlayback();
  const strip = useRef<HTMLDivElement>(null);
  const length = section.preview?.duration ?? section.endTime;
  const [dragged, setDragged] = useState<Span | null>(null);
  const range = dragged ?? spanOf(section);
  const [view, setView] = useState(() => windowAround(range, length));
  const window = dragged ? view : moveWindow(view, range, length);
  if (window !== view) setView(window);

  const excerpt = { ...sectionExcerpt(section), startMs: range.start * 1000, endMs: range.end * 1000 };

  const percent = (time: number): number => ((time - view.start) / (view.end - view.start)) * 100;
  const secondsPerPixel = (): number => (view.end - view.start) / (strip.current?.clientWidth || 1);
  const timeAt = (clientX: number): number =>
    view.start + (clientX - (strip.current?.getBoundingClientRect().left ?? 0)) * secondsPerPixel();

  // An edge dragged outwards snaps to words outside the section.
  const { words: sectionWords } = useWords(section.id);
  const words = (section.videoURL === null && sectionWords?.heard) || [];
  const drag = (edge: Edge, clientX: number): void => {
    const pointed = timeAt(clientX);
    const time = snap ? snapTo(pointed, edgesOfWords(edge, words), SNAP_PX * secondsPerPixel()) : pointed;
    const next = moveEdge(range, edge, time, length);
    setDragged(next);
    player.current?.peek(next[edge]);
  };
  const drop = (): void => {
    if (!dragged) return;
    setDragged(null);
    editor.trims.trim(section, dragged);
    player.current?.seek(Math.max(dragged.start, Math.min(dragged.end, clock.getState().time)));
  };
  const cancel = (): void => {
    setDragged(null);
    player.current?.seek(clock.getState().time);
  };
  const scrub = (event: PointerEvent): void => {
    if (event.buttons === 1) player.current?.seek(timeAt(event.clientX));
  };
  const handle = (edge: Edge): ReactElement => (
    <TrimHandle
      edge={edge}
      value={range[edge]}
      min={edge === 'start' ? 0 : moveEdge(range, 'end', 0, length).end}
      max={edge === 'start' ? moveEdge(range, 'start', length, length).start : length}
      left={percent(range[edge])}
      onDrag={(clientX) => drag(edge, clientX)}
      onDrop={drop}
      onCancel={cancel}
      onChange={(time) => editor.trims.trim(section, moveEdge(range, edge, time, length))}
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1">
      <div className="text-muted flex justify-between px-6 text-xs tabular-nums">
        <span>{preciseTime(range.start)}</span>
        <span className="text-fg font-medium">{preciseTime(lengthMs(excerpt) / 1000)}</span>
        <span>{preciseTime(range.end)}</span>
      </div>
      <div className="bg-surface-2 flex min-h-12 flex-1 rounded-md px-6">
        <div ref={strip} className="relative h-24 flex-1 lg:h-auto">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the player's bar goes to a second by keys */}
          <div
            aria-hidden
            className="absolute inset-0 cursor-text touch-pan-y overflow-hidden"
            onPointerDown={scrub}
            onPointerMove={scrub}
          >
            <Waveform section={section} view={view} />
            <span
              className="bg-surface-2/75 absolute inset-y-0 left-0"
              style={{ width: `${percent(range.start)}%` }}
            />
            <span
              className="bg-surface-2/75 absolute inset-y-0 right-0"
              style={{ width: `${100 - percent(range.end)}%` }}
            />
            {cutsWithin(excerpt).map(({ startMs, endMs }) => (
              <span
                key={startMs}
                data-cut
                className="bg-surface-2/75 absolute inset-y-0"
                style={{
                  left: `${percent(startMs / 1000)}%`,
                  width: `${percent(endMs / 1000) - percent(startMs / 1000)}%`,
                }}
              />
            ))}
            <span
              className="border-trim absolute inset-y-0 border-y-2"
              style={{
                left: `${percent(range.start)}%`,
                width: `${percent(range.end) - percent(range.start)}%`,
              }}
            />
            <Playhead percent={percent} />
          </div>
          {handle('start')}
          {handle('end')}
        </div>
      </div>
    </div>
  );
}

function Playhead({ percent }: { percent: (time: number) => number }): ReactElement {
  const left = useClock(({ time }) => percent(time));
  return <span className="bg-fg absolute inset-y-0 -ml-px w-0.5" style={{ left: `${left}%` }} />;
}
