import { memo, type ReactElement } from 'react';
import { Music } from 'lucide-react';

interface MusicLaneProps {
  title: string;
  /** The width of the film, in pixels. */
  width: number;
  onOpen: () => void;
}

/** The film's music, which plays under the whole film. A double click or Enter opens its settings. */
export const MusicLane = memo(function MusicLane({ title, width, onOpen }: MusicLaneProps): ReactElement {
  return (
    <button
      type="button"
      aria-label={`Music of the film: ${title}`}
      title="Double-click to change the music"
      // A press by a key or a screen reader has a click count of 0.
      onClick={(event) => (event.detail === 0 ? onOpen() : undefined)}
      onDoubleClick={onOpen}
      style={{ width }}
      className="bg-accent-soft text-fg border-accent hover:bg-accent/25 mt-1 block h-6 touch-manipulation rounded-sm border text-left text-xs focus-visible:-outline-offset-2"
    >
      <span className="sticky left-0 inline-flex h-full max-w-64 items-center gap-1.5 px-2">
        <Music aria-hidden size={12} className="shrink-0" />
        <span aria-hidden data-title={title} className="truncate before:content-[attr(data-title)]" />
      </span>
    </button>
  );
});
