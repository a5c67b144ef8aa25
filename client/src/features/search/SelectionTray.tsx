import type { ReactElement } from 'react';
import { Sparkles, X } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Thumb } from '../../components/ui/Thumb.tsx';
import { useBottomBar } from '../../hooks/use-bottom-bar.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { clsx } from 'clsx';
import { plural, spokenLength } from '../../lib/format.ts';

interface SelectionTrayProps {
  videos: Video[];
  animated: boolean;
  onRemove: (video: Video) => void;
  onClear: () => void;
  onProcess: () => void;
}

/** SPEC's selected-videos banner: stays at hand while there is a selection. */
export function SelectionTray({
  videos,
  animated,
  onRemove,
  onClear,
  onProcess,
}: SelectionTrayProps): ReactElement {
  const bar = useBottomBar<HTMLElement>();
  const limits = useConfig()?.limits;
  const count = videos.length;
  const seconds = videos.reduce((sum, video) => sum + video.duration, 0);
  const tooMany = limits !== undefined && count > limits.maxVideos;
  const tooLong = limits !== undefined && seconds > limits.maxTotalSeconds;
  const problem = tooMany
    ? `At most ${limits.maxVideos} videos in one compilation.`
    : tooLong
      ? `At most ${spokenLength(limits.maxTotalSeconds)} of video in one compilation.`
      : null;
  return (
    <section
      ref={bar}
      aria-label="Selected videos"
      className={clsx(
        'border-line bg-surface shadow-float sticky bottom-3 z-20 mt-auto rounded-lg border p-3',
        animated && 'animate-attention',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:flex md:gap-x-4">
        <p className="min-w-0">
          <span className="block font-semibold tabular-nums">
            {count} {plural(count, 'video')} selected
          </span>
          <span className={clsx('block text-xs tabular-nums', problem ? 'text-danger' : 'text-muted')}>
            {problem ?? `${spokenLength(seconds)} in total`}
          </span>
        </p>
        <Button look="quiet" className="justify-self-end" onClick={onClear}>
          Clear
        </Button>
        <ul className="flex min-w-0 gap-2 overflow-x-auto py-1 md:flex-1">
          {videos.map((video) => (
            <li key={video.id} className="relative shrink-0">
              <Thumb src={video.thumbnail} className="w-14 rounded-md md:w-24" />
              <button
                type="button"
                aria-label={`Remove ${video.title}`}
                title={video.title}
                onClick={() => onRemove(video)}
                className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-black/75 text-white hover:bg-white hover:text-black"
              >
                <X aria-hidden size={14} />
              </button>
            </li>
          ))}
        </ul>
        <Button look="primary" inactive={problem !== null} onClick={onProcess}>
          <Sparkles aria-hidden size={16} className="max-sm:hidden" />
          Process {count} {count === 1 ? 'Video' : 'Videos'}
        </Button>
      </div>
    </section>
  );
}
