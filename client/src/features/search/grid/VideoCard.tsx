import { lazy, memo, Suspense, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Check, X } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';
import { clsx } from 'clsx';
import { minutesSeconds } from '../../../lib/format.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const MovingStill = lazy(async () => ({
  default: (await loadPart(() => import('./MovingStill.tsx'))).MovingStill,
}));

/** A previewed card grows by this many pixels, for which the page's margins leave room on both sides. */
const LARGER_PX = 24;

interface Grown {
  scale: number;
  /** The card's height before it grew, in pixels. */
  height: number;
  /** Whether the user prefers reduced motion. */
  isCalm: boolean;
}

interface VideoCardProps {
  video: Video;
  sourceName: string;
  selected: boolean;
  /** Whether the card was just selected and is highlighted for 3 s. */
  lit: boolean;
  eager: boolean;
  /**
   * Whether the card is previewed: larger, with its whole description, and moving if its source has images.
   */
  previewed: boolean;
  onToggle: (video: Video, range: boolean) => void;
  /** Removes an added card from the list; `null` for a hit. */
  onRemove: ((video: Video) => void) | null;
}

/** The ID of the card's checkbox. */
export const cardId = (videoId: string): string => `card-${videoId}`;

/**
 * The card of one hit. The whole card is its checkbox's label, so that a click anywhere on it selects the
 * video.
 */
export const VideoCard = memo(function VideoCard({
  video,
  sourceName,
  selected,
  lit,
  eager,
  previewed,
  onToggle,
  onRemove,
}: VideoCardProps): ReactElement {
  const shift = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const [grown, setGrown] = useState<Grown | null>(null);
  useLayoutEffect(() => {
    const card = root.current;
    if (!previewed || !card) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setGrown({ scale: 1 + LARGER_PX / card.offsetWidth, height: card.offsetHeight, isCalm });
    return () => setGrown(null);
  }, [previewed]);
  return (
    // The card's grid cell keeps its size while the card grows.
    <div
      ref={root}
      data-card={video.id}
      className="relative h-full"
      style={grown ? { height: grown.height } : undefined}
    >
      <label
        style={grown ? { transform: `scale(${grown.scale})`, minHeight: grown.height } : undefined}
        // A label's own click contains the Shift state, unlike the change event after it.
        onClickCapture={(event) => {
          shift.current = event.shiftKey;
        }}
        className={clsx(
          'group flex cursor-pointer flex-col overflow-hidden rounded-lg border transition-colors duration-[120ms] select-none',
          grown ? 'shadow-float absolute inset-x-0 top-0 z-10' : 'relative h-full',
          'has-focus-visible:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
          selected ? 'border-accent ring-accent ring-1 hover:ring-2' : 'border-line hover:border-line-strong',
          lit ? 'bg-accent-soft' : 'bg-surface',
        )}
      >
        <span className="relative block overflow-hidden">
          <Thumb src={video.thumbnail} eager={eager} className="rounded-t-[11px]" />
          {grown && video.preview && !grown.isCalm ? (
            <Suspense fallback={null}>
              <MovingStill src={video.preview} />
            </Suspense>
          ) : null}
          <input
            id={cardId(video.id)}
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
          <span className="absolute bottom-2 left-2 max-w-[60%] truncate rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-medium text-white">
            {sourceName}
          </span>
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
          {video.channel === sourceName ? null : (
            <span className="text-muted truncate text-xs">{video.channel}</span>
          )}
          {video.license ? (
            <span className="text-muted truncate text-xs" title={video.license}>
              {video.license}
            </span>
          ) : null}
          <span className={clsx('text-muted text-xs break-words', grown ? 'line-clamp-8' : 'line-clamp-2')}>
            {video.description || 'No description available'}
          </span>
        </span>
      </label>
      {onRemove ? (
        <button
          type="button"
          aria-label={`Remove ${video.title} from the list`}
          title="Remove from the list"
          onClick={() => onRemove(video)}
          className="absolute top-2 right-2 z-10 grid size-7 place-items-center rounded-md bg-black/75 text-white hover:bg-white hover:text-black"
        >
          <X aria-hidden size={16} />
        </button>
      ) : null}
    </div>
  );
});
