import type { ReactElement } from 'react';
import { X } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';

interface SelectionThumbProps {
  video: Video;
  /** The position in the processing order, from 1. */
  place: number;
  onRemove: (video: Video) => void;
}

/** A selected video in the tray, with its number and a button to remove it. */
export function SelectionThumb({ video, place, onRemove }: SelectionThumbProps): ReactElement {
  return (
    <span className="relative block">
      <Thumb src={video.thumbnail} className="w-26 rounded-md" />
      <span
        aria-hidden
        className="pointer-events-none absolute bottom-0.5 left-0.5 min-w-4 rounded-sm bg-black/80 px-1 text-center text-xs font-medium text-white tabular-nums"
      >
        {place}
      </span>
      <button
        type="button"
        aria-label={`Remove ${video.title}`}
        title={video.title}
        onClick={() => onRemove(video)}
        className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-black/75 text-white hover:bg-white hover:text-black"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  );
}
