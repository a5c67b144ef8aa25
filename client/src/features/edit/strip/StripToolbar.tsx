import type { ReactElement } from 'react';
import { SquareSplitHorizontal, StretchHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { useEditor, useSelectedSection } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { canSplit, hasRange, spanOf } from '../section/ranges.ts';

interface StripToolbarProps {
  canZoomIn: boolean;
  canZoomOut: boolean;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
}

/** The strip's name and its buttons. */
export function StripToolbar(props: StripToolbarProps): ReactElement {
  const { canZoomIn, canZoomOut, onZoomIn, onZoomOut, onFit } = props;
  const editor = useEditor();
  const { clock } = usePlayback();
  const section = useSelectedSection();
  const splits = useClock(
    ({ time }) => section !== null && hasRange(section) && canSplit(spanOf(section), time),
  );
  return (
    <div className="flex h-9 items-center gap-1 pr-1 pl-3">
      <h2 className="text-muted min-w-0 flex-1 truncate text-xs font-medium">Film strip</h2>
      <IconButton
        label="Split at the playhead"
        inactive={!splits}
        onClick={() => editor.trims.splitAt(clock.getState().time)}
      >
        <SquareSplitHorizontal aria-hidden size={16} />
      </IconButton>
      <IconButton label="Zoom out" inactive={!canZoomOut} onClick={onZoomOut}>
        <ZoomOut aria-hidden size={16} />
      </IconButton>
      <IconButton label="Zoom in" inactive={!canZoomIn} onClick={onZoomIn}>
        <ZoomIn aria-hidden size={16} />
      </IconButton>
      <IconButton label="Show the whole film" onClick={onFit}>
        <StretchHorizontal aria-hidden size={16} />
      </IconButton>
    </div>
  );
}
