import { memo, useRef, type ReactElement } from 'react';
import { Check } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Thumb } from '../../components/ui/Thumb.tsx';
import { clsx } from 'clsx';
import { minutesSeconds } from '../../lib/format.ts';

interface VideoCardProps {
  video: Video;
  sourceName: string;
  selected: boolean;
  /** Chosen a moment ago: lit for 3 s. */
  lit: boolean;
  eager: boolean;
  onToggle: (video: Video, range: boolean) => void;
}

/** One hit. The whole card is its checkbox's label, so that a click anywhere on it chooses. */
export const VideoCard = memo(function VideoCard({
  video,
  sourceName,
  selected,
  lit,
  eager,
  onToggle,
}: VideoCardProps): ReactElement {
  const shift = useRef(false);
  return (
    <label
      // A label's own click says whether Shift was held; the change that follows does not.
      onClickCapture={(event) => {
        shift.current = event.shiftKey;
      }}
      className={clsx(
        'group relative flex h-full cursor-pointer flex-col overflow-hidden rounded-lg border transition-colors duration-[120ms] select-none',
        'has-focus-visible:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        selected ? 'border-accent ring-accent ring-1 hover:ring-2' : 'border-line hover:border-line-strong',
        lit ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <span className="relative block">
        <Thumb src={video.thumbnail} eager={eager} className="rounded-t-[11px]" />
        <input
          type="checkbox"
          checked={selected}
          aria-label={video.title}
          onChange={() => onToggle(video, shift.current)}
          className="checked:border-accent checked:bg-accent absolute top-2 left-2 size-6 cursor-pointer appearance-none rounded-md border-2 border-white bg-black/50 outline-none"
        />
        {selected ? (
          <Check
            aria-hidden
            size={16}
            strokeWidth={3}
            className="text-on-accent pointer-events-none absolute top-3 left-3"
          />
        ) : null}
        {video.duration > 0 ? (
          <span className="absolute right-2 bottom-2 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
            {minutesSeconds(video.duration)}
          </span>
        ) : null}
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="line-clamp-2 font-medium break-words" title={video.title}>
          {video.title}
        </span>
        <span className="text-muted truncate text-xs">
          {video.channel} · {sourceName}
        </span>
        {video.license ? (
          <span className="text-muted truncate text-xs" title={video.license}>
            {video.license}
          </span>
        ) : null}
        <span className="text-muted line-clamp-2 text-xs break-words">
          {video.description || 'No description available'}
        </span>
      </span>
    </label>
  );
});
