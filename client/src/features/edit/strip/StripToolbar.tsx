import { memo, type ReactElement } from 'react';
import { MoveHorizontal, SquareSplitHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { useEditor, useSelectedSection } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { canSplit, hasRange, spanOf } from '../section/ranges.ts';
import { ZOOM_STEP } from './view/use-view.ts';

interface StripToolbarProps {
  canZoomIn: boolean;
  canZoomOut: boolean;
  zoom: (factor: number) => void;
  fit: () => void;
}

/** The strip's heading and buttons. */
export const StripToolbar = memo(function StripToolbar(props: StripToolbarProps): ReactElement {
  const { canZoomIn, canZoomOut, zoom, fit } = props;
  const editor = useEditor();
  const { clock } = usePlayback();
  const section = useSelectedSection();
  const splits = useClock(
    ({ time }) => section !== null && hasRange(section) && canSplit(spanOf(section), time),
  );
  const split = (): void => {
    const { playingId, selectedId } = editor.state;
    // The film may have played past the selected section. The command applies to the visible section.
    if (playingId !== null && playingId !== selectedId) editor.select(playingId);
    editor.sections.splitAt(clock.getState().time);
  };
  return (
    <div className="flex h-9 items-center gap-1 pr-1 pl-3">
      <h2 className="text-muted min-w-0 flex-1 truncate text-xs font-medium">Film strip</h2>
      <IconButton label="Split at the playhead" inactive={!splits} onClick={split}>
        <SquareSplitHorizontal aria-hidden size={16} />
      </IconButton>
      <IconButton label="Zoom out" inactive={!canZoomOut} onClick={() => zoom(1 / ZOOM_STEP)}>
        <ZoomOut aria-hidden size={16} />
      </IconButton>
      <IconButton label="Zoom in" inactive={!canZoomIn} onClick={() => zoom(ZOOM_STEP)}>
        <ZoomIn aria-hidden size={16} />
      </IconButton>
      <IconButton label="Show the whole film" onClick={fit}>
        <MoveHorizontal aria-hidden size={16} />
      </IconButton>
    </div>
  );
});
